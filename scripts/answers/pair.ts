import { differences, jsonOf, type Difference, type Pairs } from './difference.ts';
import type { Answer, Outgoing, ServerOf } from './server-of.ts';

/** One call of a person; the language of messages is that of the call. */
export interface Call {
  /** Whose cookies are sent; null: no cookies. */
  readonly as: string | null;
  readonly method: string;
  readonly path: string;
  /** Sent as JSON, or as it is when it is text or bytes. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body for the second server, where the bytes contain ids of their own server. */
  readonly besideBody?: Buffer;
  /** False: without the anti-forgery header. */
  readonly xsrf?: boolean;
}

/** What the first server answered. */
export interface Told {
  readonly status: number;
  readonly headers: Answer['headers'];
  readonly bytes: Buffer;
  readonly json: unknown;
  /** The bytes that the other server answered. */
  readonly besideBytes: Buffer;
}

/** A call whose answers differ. */
export interface Finding {
  readonly number: number;
  readonly call: Call;
  readonly differences: readonly Difference[];
  readonly base: Answer;
  readonly other: Answer;
}

/** Two servers that are asked the same, one call after the other. */
export interface Pair {
  call(call: Call): Promise<Told>;
  /** Moves both clocks. */
  wait(ms: number): void;
  readonly findings: readonly Finding[];
  /** Calls that the first server could not answer (500). */
  readonly faults: readonly Call[];
  /** How often each status and code of a refusal was answered. */
  readonly seen: ReadonlyMap<string, number>;
  count(): number;
}

type Jar = Map<string, string>;

const BEGIN = Date.UTC(2026, 2, 5, 9);
/** Between two calls; an hour passes in some 1,500 of them. */
const STEP_MS = 2_300;

/** `name` is the application's, which its cookies bear. */
export function pairOf(base: ServerOf, other: ServerOf, name: string): Pair {
  const jars = [new Map<string, Jar>(), new Map<string, Jar>()] as const;
  const pairs: Pairs = new Map();
  const findings: Finding[] = [];
  const faults: Call[] = [];
  const seen = new Map<string, number>();
  let now = BEGIN;
  let number = 0;
  const ask = async (server: ServerOf, people: Map<string, Jar>, call: Call, rename: Rename): Promise<Answer> => {
    const jar = call.as === null ? new Map<string, string>() : (people.get(call.as) ?? new Map<string, string>());
    const answer = await server.send(outgoing(call, jar, { name, now, rename }));
    for (const [cookie, value] of cookiesIn(answer)) jar.set(cookie, value);
    if (call.as !== null) people.set(call.as, jar);
    return answer;
  };
  return {
    findings,
    faults,
    seen,
    count: () => number,
    wait: (ms) => void (now += ms),
    call: async (call) => {
      now += STEP_MS;
      number += 1;
      const [told, beside] = await Promise.all([
        ask(base, jars[0], call, (text) => text),
        ask(other, jars[1], { ...call, body: call.besideBody ?? call.body }, (text) => renamed(text, pairs)),
      ]);
      const found = differences(call.path, told, beside, pairs);
      if (found.length > 0) findings.push({ number, call, differences: found, base: told, other: beside });
      if (told.status === 500) faults.push(call);
      const json = jsonOf(told);
      const what = [told.status, told.status < 400 ? null : codeOf(json)].filter((part) => part !== null).join(' ');
      seen.set(what, (seen.get(what) ?? 0) + 1);
      return { ...told, json, besideBytes: beside.bytes };
    },
  };
}

function codeOf(json: unknown): string | null {
  return typeof json === 'object' && json !== null && 'code' in json ? String(json.code) : null;
}

type Rename = (text: string) => string;

/** What the first server identified, by the ids of the second. */
function renamed(text: string, pairs: Pairs): string {
  if (pairs.size === 0) return text;
  const names = [...pairs.keys()].toSorted((a, b) => b.length - a.length).map((one) => one.replace(/\W/g, '\\$&'));
  return text.replace(new RegExp(names.join('|'), 'g'), (ours) => pairs.get(ours) ?? ours);
}

interface Sending {
  readonly name: string;
  readonly now: number;
  readonly rename: Rename;
}

function outgoing(call: Call, jar: Jar, { name, now, rename }: Sending): Outgoing {
  const { method, path, body, headers = {}, xsrf = true } = call;
  const token = jar.get(`${name}_xsrf`);
  const isJson = body !== undefined && typeof body !== 'string' && !Buffer.isBuffer(body);
  const sent: Record<string, string> = {
    accept: 'application/json',
    cookie: [...jar].map(([key, value]) => `${key}=${value}`).join('; '),
    ...(xsrf && token !== undefined ? { 'x-xsrf-token': token } : {}),
    ...(isJson ? { 'content-type': 'application/json' } : {}),
    ...Object.fromEntries(Object.entries(headers).map(([key, value]) => [key, rename(value)])),
    'x-answers-now': String(now),
  };
  const text = isJson ? rename(JSON.stringify(body)) : typeof body === 'string' ? rename(body) : null;
  return { method, path: rename(path), headers: sent, body: Buffer.isBuffer(body) ? body : text };
}

function cookiesIn({ headers }: Answer): readonly (readonly [string, string])[] {
  return (headers['set-cookie'] ?? []).map((cookie) => {
    const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    return [key, value] as const;
  });
}
