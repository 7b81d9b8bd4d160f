import type { ListAnswer, ProblemAnswer, RecordValue, SessionAnswer } from '@ninefold/model';

/** What one call answered, with the body as JSON (null when there is none). */
export interface Answer<Body = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** A caller with cookies of its own, as a browser keeps them, without a page. */
export interface Client {
  get<Body = unknown>(path: string): Promise<Answer<Body>>;
  /** Sends JSON with the anti-forgery header that the cookie gives; `headers` add to or replace those. */
  send<Body = unknown>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer<Body>>;
  cookie(name: string): string | undefined;
  /** All of them as one `cookie` header. */
  cookies(): string;
  /** What the anti-forgery header must hold; empty while no cookie gives it. */
  xsrf(): string;
}

export type ListBody = ListAnswer;
export type RecordBody = RecordValue;
export type ProblemBody = ProblemAnswer;

/** A caller who reads texts in this language. */
export function createClient(url: string, language = 'en'): Client {
  const jar = new Map<string, string>();
  const cookies = (): string => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const xsrf = (): string => decodeURIComponent([...jar].find(([name]) => name.endsWith('_xsrf'))?.[1] ?? '');
  const call = async (path: string, init: RequestInit): Promise<Answer<never>> => {
    const answer = await fetch(url + path, {
      ...init,
      redirect: 'manual',
      headers: { 'accept-language': language, ...init.headers, cookie: cookies() },
    });
    keep(jar, answer.headers.getSetCookie());
    const text = await answer.text();
    return {
      status: answer.status,
      headers: answer.headers,
      body: (isJson(answer) && text ? JSON.parse(text) : null) as never,
    };
  };
  return {
    get: (path) => call(path, { headers: { accept: 'application/json' } }),
    send(method, path, body, headers = {}) {
      const own = { accept: 'application/json', ...(xsrf() === '' ? {} : { 'x-xsrf-token': xsrf() }) };
      const json = body === undefined ? {} : { 'content-type': 'application/json' };
      return call(path, {
        method,
        headers: { ...own, ...json, ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    },
    cookie: (name) => jar.get(name),
    cookies,
    xsrf,
  };
}

/** People of the example by the first part of their address; each of them can use the demonstration sign-in. */
export type Person = 'rita' | 'alan' | 'mona' | 'ada' | 'rie' | 'akira';

export type DemoAccount = NonNullable<SessionAnswer['demo']>[number];

/** A client signed in through the demonstration sign-in. */
export async function signedIn(url: string, person: Person, language = 'en'): Promise<Client> {
  const client = createClient(url, language);
  const { body } = await client.get<SessionAnswer>('/_/session');
  const answer = await client.send('POST', '/_/session', { demo: accountOf(body, person).id });
  if (answer.status !== 200) throw new Error(`sign-in answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return client;
}

export function accountOf(session: SessionAnswer, person: Person): DemoAccount {
  const found = session.demo?.find((one) => one.email.startsWith(`${person}@`));
  if (!found) throw new Error(`no demo account is ${person}: ${JSON.stringify(session.demo)}`);
  return found;
}

function keep(jar: Map<string, string>, cookies: readonly string[]): void {
  for (const cookie of cookies) {
    const [pair = '', ...attributes] = cookie.split(';').map((part) => part.trim());
    const cut = pair.indexOf('=');
    const gone = attributes.some((one) => /^max-age=0$/i.test(one)) || pair.endsWith('=');
    if (gone) jar.delete(pair.slice(0, cut));
    else jar.set(pair.slice(0, cut), pair.slice(cut + 1));
  }
}

function isJson(answer: Response): boolean {
  return (answer.headers.get('content-type') ?? '').includes('json');
}
