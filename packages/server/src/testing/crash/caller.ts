/** What came back; null where the server was gone before it answered. */
export type Answered = { readonly status: number; readonly json: Readonly<Record<string, unknown>> } | null;

/** Not answered, or answered that the database cannot be reached: nobody knows whether it was done. */
export function isLost(answer: Answered): answer is null {
  return answer === null || answer.json['code'] === 'storage_away';
}

/** A text of another type than JSON. */
interface Text {
  readonly sheet: string;
  readonly type: string;
}

/** `body` is sent as JSON, bytes as a file, a sheet as its text. */
export type Send = (method: string, path: string, body?: object, key?: string) => Promise<Answered>;

export interface Call extends Send {
  /** What an address answers, as bytes. */
  bytes(path: string): Promise<Buffer>;
  readonly cookies: ReadonlyMap<string, string>;
  /** The same person, with the same cookies, at another server. */
  at(address: string): Send;
}

function sentAs(body: object): { readonly type: string; readonly bytes: Buffer<ArrayBuffer> | string } {
  if (isFile(body)) return { type: 'application/octet-stream', bytes: body };
  return isText(body)
    ? { type: body.type, bytes: body.sheet }
    : { type: 'application/json', bytes: JSON.stringify(body) };
}

function isFile(body: object): body is Buffer<ArrayBuffer> {
  return Buffer.isBuffer(body);
}

function isText(body: object): body is Text {
  return 'sheet' in body && 'type' in body;
}

/** A caller who signs in through the demonstration and keeps the cookies. */
export async function signIn(address: string, name: string, account: string): Promise<Call> {
  const cookies = new Map<string, string>();
  const at =
    (place: string): Send =>
    async (method, path, body, key) => {
      const sent = body ? sentAs(body) : null;
      try {
        const answer = await fetch(place + path, {
          method,
          headers: {
            accept: 'application/json',
            cookie: [...cookies].map(([cookie, value]) => `${cookie}=${value}`).join('; '),
            'x-xsrf-token': cookies.get(`${name}_xsrf`) ?? '',
            ...(sent ? { 'content-type': sent.type } : {}),
            ...(key === undefined ? {} : { 'idempotency-key': key }),
          },
          ...(sent ? { body: sent.bytes } : {}),
        });
        for (const cookie of answer.headers.getSetCookie()) {
          const [, found = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
          cookies.set(found, value);
        }
        const text = await answer.text();
        return { status: answer.status, json: JSON.parse(text || '{}') as Readonly<Record<string, unknown>> };
      } catch {
        return null;
      }
    };
  const call: Call = Object.assign(at(address), {
    ...{ cookies, at },
    bytes: async (path: string) => {
      const cookie = [...cookies].map(([each, value]) => `${each}=${value}`).join('; ');
      return Buffer.from(await (await fetch(address + path, { headers: { cookie } })).arrayBuffer());
    },
  });
  await call('GET', '/_/session');
  const answer = await call('POST', '/_/session', { demo: account });
  if (answer === null || answer.status >= 300) throw new Error(`not signed in: ${JSON.stringify(answer)}`);
  return call;
}

/** Everybody of the demonstration by name, signed in. `account`: of one who may read who there is. */
export async function signInAll(
  address: string,
  name: string,
  account: string,
): Promise<Readonly<Record<string, Call>>> {
  const any = await signIn(address, name, account);
  const users = (await any('GET', '/api/user'))?.json['items'] as readonly {
    readonly id: string;
    readonly name: string;
  }[];
  const callers: [string, Call][] = [];
  for (const { id, name: called } of users) callers.push([called, await signIn(address, name, id)]);
  return Object.fromEntries(callers);
}

/** All records of an entity that the caller reads, the oldest first. */
export async function everything(call: Call, entity: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const found: Readonly<Record<string, unknown>>[] = [];
  for (let after: unknown = undefined; after !== null; ) {
    const next = after === undefined ? '' : `&after=${encodeURIComponent(String(after))}`;
    const answer = await call('GET', `/api/${entity}?size=100&sort=created_at&total=none${next}`);
    if (answer?.status !== 200) throw new Error(JSON.stringify(answer));
    found.push(...(answer.json['items'] as typeof found));
    after = answer.json['next'];
  }
  return found;
}
