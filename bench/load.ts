import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/** One kind of call; `paths` and `bodies` are taken in turn. */
export interface Scenario {
  readonly method: string;
  readonly paths: readonly string[];
  readonly bodies?: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly expect: number;
}

export interface Order {
  readonly host: string;
  readonly port: number;
  readonly connections: number;
  readonly warmUpMs: number;
  readonly ms: number;
  readonly scenario: Scenario;
  /** How long each connection waits after an answer; missing: not at all. */
  readonly pauseMs?: number;
  /** A call that somebody else makes during the measurement, once in so many ms. */
  readonly beside: { readonly scenario: Scenario; readonly everyMs: number } | null;
}

export interface Result {
  readonly perSecond: number;
  /** The number of all answers, those of the warm-up included. */
  readonly answered: number;
  readonly p50: number;
  readonly p99: number;
  /** The first unexpected answer; null when there was none. */
  readonly wrong: string | null;
}

interface Tally {
  next: number;
  readonly from: number;
  readonly until: number;
  readonly latest: number;
  readonly times: number[];
  answered: number;
  /** When the last answer came. */
  end: number;
  wrong: string | null;
}

const LONGEST_MS = 60_000;
const LEAST_ANSWERS = 64;

/** Keeps `connections` sockets busy with one call each and counts what was answered after the warm-up. */
export async function load(order: Order): Promise<Result> {
  const start = performance.now();
  const from = start + order.warmUpMs;
  const tally: Tally = {
    next: 0,
    from,
    until: from + order.ms,
    latest: from + LONGEST_MS,
    times: [],
    answered: 0,
    end: from,
    wrong: null,
  };
  const stop = beside(order, tally);
  await Promise.all(Array.from({ length: order.connections }, () => oneConnection(order, tally)));
  await stop();
  const sorted = tally.times.sort((a, b) => a - b);
  const at = (part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  return {
    answered: tally.answered,
    perSecond: (sorted.length * 1000) / Math.max(1, tally.end - from),
    p50: at(0.5),
    p99: at(0.99),
    wrong: tally.wrong,
  };
}

/** A client that calls from time to time. Its pauses are not measured. */
function beside(order: Order, tally: Tally): () => Promise<void> {
  if (order.beside === null) return async () => undefined;
  const { scenario, everyMs } = order.beside;
  const socket = connect(order.port, order.host);
  const read = answers(socket);
  let turn = 0;
  let running: Promise<void> | null = null;
  const call = async (): Promise<void> => {
    socket.write(requestText({ ...order, scenario }, (turn += 1)));
    const answer = await read();
    if (answer.status !== scenario.expect) tally.wrong = `beside: ${answer.status} ${answer.text.slice(0, 600)}`;
    running = null;
  };
  const timer = setInterval(() => {
    running ??= call();
  }, everyMs);
  return async () => {
    clearInterval(timer);
    await running;
    socket.destroy();
  };
}

/** A slow server gets as much time as a few answers of each connection take. */
function isOpen({ until, latest, times, wrong }: Tally): boolean {
  const now = performance.now();
  return wrong === null && now < latest && (now < until || times.length < LEAST_ANSWERS);
}

async function oneConnection(order: Order, tally: Tally): Promise<void> {
  const socket = connect(order.port, order.host);
  socket.setNoDelay(true);
  const read = answers(socket);
  while (isOpen(tally)) {
    const sent = performance.now();
    socket.write(requestText(order, tally.next++));
    const answer = await read();
    const now = performance.now();
    tally.answered += 1;
    if (answer.status !== order.scenario.expect) tally.wrong = `${answer.status} ${answer.text.slice(0, 600)}`;
    if (order.pauseMs !== undefined) await setTimeout(order.pauseMs);
    if (sent < tally.from) continue;
    tally.times.push(now - sent);
    tally.end = now;
  }
  socket.destroy();
}

function requestText({ host, port, scenario }: Order, turn: number): string {
  const path = scenario.paths[turn % scenario.paths.length] ?? '/';
  const body = scenario.bodies?.[turn % scenario.bodies.length] ?? '';
  const lines = [`${scenario.method} ${path} HTTP/1.1`, `host: ${host}:${port}`, 'accept: application/json'];
  for (const [name, value] of Object.entries(scenario.headers)) lines.push(`${name}: ${value}`);
  if (body !== '') lines.push('content-type: application/json', `content-length: ${Buffer.byteLength(body)}`);
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

interface RawAnswer {
  readonly status: number;
  readonly text: string;
}

/** Reads answers one after the other; they must say their length. */
function answers(socket: Socket): () => Promise<RawAnswer> {
  let buffer = Buffer.alloc(0);
  let waiting: { resolve(answer: RawAnswer): void; reject(error: Error): void } | null = null;
  const give = (): void => {
    const head = buffer.indexOf('\r\n\r\n');
    if (head === -1 || waiting === null) return;
    const headers = buffer.toString('latin1', 0, head);
    const length = /\r\ncontent-length: (\d+)/i.exec(headers)?.[1];
    if (length === undefined && !headers.startsWith('HTTP/1.1 204'))
      return waiting.reject(new Error(`no length: ${headers}`));
    const end = head + 4 + Number(length ?? 0);
    if (buffer.length < end) return;
    const answer = { status: Number(headers.slice(9, 12)), text: buffer.toString('utf8', head + 4, end) };
    buffer = buffer.subarray(end);
    const { resolve } = waiting;
    waiting = null;
    resolve(answer);
  };
  socket.on('data', (chunk) => {
    buffer = buffer.length === 0 ? chunk : Buffer.concat([buffer, chunk]);
    give();
  });
  socket.on('error', (error) => waiting?.reject(error));
  socket.on('close', () => waiting?.reject(new Error('the server closed the connection')));
  return () =>
    new Promise((resolve, reject) => {
      waiting = { resolve, reject };
      give();
    });
}
