import { lookup, type LookupAddress } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { CallFailure } from '@ninefold/model';
import { addressOf } from '../records/calls/address.ts';
import { isInsideName, isOpen, type AllowedInside } from './inside-addresses.ts';

/** What is sent to another system. */
export interface Request {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Gives it up. */
  readonly signal: AbortSignal;
}

/** What bounds it. */
export interface Bounds {
  readonly timeoutMs: number;
  /** So much of an answer is read. */
  readonly answerBytes: number;
  readonly allowed: AllowedInside;
  /** Where hosts are in a demonstration, instead of where their names lead. */
  readonly standsFor?: StandsFor;
}

/** Where a host (`orders.example`) is, without encryption, instead of where its name leads; null: nothing stands for it. */
export type StandsFor = (host: string) => { readonly address: string; readonly port: number } | null;

/** What came of it. */
export interface Sent {
  readonly status: number | null;
  readonly answer: string | null;
  /** Whether the whole answer was read. */
  readonly isWhole: boolean;
  readonly failure: CallFailure | null;
}

const MOST_REDIRECTS = 3;
/** These keep the method and the body. After the others a receiver asks for something else. */
const KEEPING: ReadonlySet<number> = new Set([307, 308]);
const MOVED: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** What a connection says of itself is not the author's to say. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  ...['host', 'connection', 'content-length', 'transfer-encoding', 'upgrade', 'expect', 'te', 'trailer', 'keep-alive'],
  ...['proxy-connection', 'proxy-authorization'],
]);

/** Sends a request and reads what is answered. Never rejects. An address of the inside network is not called unless that is allowed. */
export async function send(request: Request, bounds: Bounds): Promise<Sent> {
  const ends = AbortSignal.any([request.signal, AbortSignal.timeout(bounds.timeoutMs)]);
  let { url } = request;
  for (let hops = 0; ; hops += 1) {
    const at = addressOf(url);
    if (at === null) return failed('bad_address');
    const found = await ask({ ...request, at, signal: ends }, bounds);
    const to = found.location;
    if (to === null || !MOVED.has(found.status ?? 0)) return found;
    const next = URL.canParse(to, at.href) ? new URL(to, at.href) : null;
    const isSafe = next !== null && !(at.protocol === 'https:' && next.protocol !== 'https:');
    const isSame = KEEPING.has(found.status ?? 0) || request.method === 'GET';
    if (!isSafe || !isSame || hops >= MOST_REDIRECTS) return { ...found, failure: 'redirected' };
    url = next.href;
  }
}

function failed(failure: CallFailure): Sent {
  return { status: null, answer: null, isWhole: false, failure };
}

/** Whether something on this machine stands for the host of an address. */
export function isStoodFor(url: string, standsFor: StandsFor | undefined): boolean {
  const host = addressOf(url)?.hostname;
  return host !== undefined && (standsFor?.(host) ?? null) !== null;
}

interface Asking extends Omit<Request, 'url'> {
  readonly at: URL;
}

/** An answer, with where it leads. */
interface Asked extends Sent {
  readonly location: string | null;
}

/** One request on a connection of its own, so that no address that was resolved for another one is used again. */
function ask({ at, method, headers, body, signal }: Asking, bounds: Bounds): Promise<Asked> {
  const host = at.hostname.replace(/^\[|\]$/g, '');
  const standIn = bounds.standsFor?.(host) ?? null;
  const isLiteral = isIP(host) !== 0;
  if (!standIn && isLiteral && !isOpen(host, false, bounds.allowed)) return Promise.resolve(none('inside_address'));
  const own = Object.entries(headers).filter(([name, value]) => isSendable(name, value));
  return new Promise((resolve) => {
    const give = (failure: CallFailure): void => resolve(none(failure));
    try {
      const request = (at.protocol === 'https:' && !standIn ? https : http).request(at, {
        method,
        headers: {
          ...Object.fromEntries(own),
          host: at.host,
          'user-agent': 'Ninefold',
          ...(body === null ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
        },
        agent: false,
        signal,
        lookup: standIn ? undefined : guarded(host, bounds.allowed),
        ...(standIn ? { protocol: 'http:', hostname: standIn.address, port: standIn.port } : {}),
      });
      request.on('error', (cause) => give(reasonOf(cause, signal)));
      request.on('response', (response) => void read(response, bounds.answerBytes, signal).then(resolve));
      request.end(body ?? undefined);
    } catch {
      give('bad_address'); // a header or a path that nobody can send
    }
  });
}

function none(failure: CallFailure): Asked {
  return { ...failed(failure), location: null };
}

function isSendable(name: string, value: string): boolean {
  return (
    !OWN_HEADERS.has(name.toLowerCase()) &&
    /^[\w!#$%&'*+.^`|~-]+$/.test(name) &&
    /^[\t\x20-\x7e\x80-\xff]*$/.test(value)
  );
}

class InsideAddress extends Error {}

/**
 * Resolves a name for the connection that is made to exactly what it answers: what is looked at and what is called cannot differ. One
 * address that may not be called refuses them all.
 */
function guarded(host: string, allowed: AllowedInside): LookupFunction {
  const isInnerName = isInsideName(host);
  return (name, options, done) => {
    lookup(name, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error) return void done(error, '', 0);
      const closed = found.length === 0 || found.some(({ address }) => !isOpen(address, isInnerName, allowed));
      if (closed) return void done(new InsideAddress(name), '', 0);
      const [first] = found;
      if (options.all === true) done(null, found);
      else done(null, first?.address ?? '', first?.family ?? 0);
      return undefined;
    });
  };
}

function reasonOf(cause: Error, signal: AbortSignal): CallFailure {
  if (cause instanceof InsideAddress) return 'inside_address';
  return signal.aborted ? 'no_answer' : 'no_connection';
}

async function read(response: http.IncomingMessage, most: number, signal: AbortSignal): Promise<Asked> {
  const status = response.statusCode ?? 0;
  const { location = null } = response.headers;
  const pieces = response as AsyncIterable<Buffer>; // it has no encoding
  const chunks: Buffer[] = [];
  let [size, isWhole] = [0, true];
  try {
    for await (const chunk of pieces) {
      size += chunk.length;
      chunks.push(chunk);
      if (size <= most) continue;
      isWhole = false;
      break;
    }
  } catch {
    const failure = signal.aborted ? 'no_answer' : 'no_connection';
    return { status, answer: null, isWhole: false, failure, location: null };
  } finally {
    response.destroy();
  }
  const answer = Buffer.concat(chunks).subarray(0, most).toString('utf8').replaceAll('\0', '');
  const isGood = status >= 200 && status < 300;
  return { status, answer, isWhole, failure: isGood ? null : 'refused', location };
}
