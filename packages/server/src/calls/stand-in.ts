import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jsonIn } from '@ninefold/model';
import { isLoopback } from '../accounts/demo-sign-in.ts';
import type { StandsFor } from './send.ts';

/** A receiver in place of the systems that the calls of a demonstration name. */
export interface StandIn {
  /** Where it shows what it has been sent: `http://127.0.0.1:41234`. */
  readonly address: string;
  readonly standsFor: StandsFor;
  close(): Promise<void>;
}

/** Names that are for examples and nobody's (RFC 2606, RFC 6761). */
const EXAMPLE = /(?:^|\.)(?:example|test|example\.(?:com|net|org))$/i;
/** So many calls are shown, of each the beginning. */
const SHOWN = 50;
const SHOWN_CHARACTERS = 10_000;

/**
 * Starts a small receiver on this machine. It takes every call to a host whose name is for examples, and answers it with the `number`
 * that it has there, the same at each try of a call. At its own address it shows the last calls, newest first.
 */
export async function startStandIn(): Promise<StandIn> {
  let calls: readonly object[] = [];
  const server = createServer((request, response) => {
    void beginningOf(request).then((body) => {
      if (isLoopback(hostIn(request))) return give(response, calls);
      const { method, url, headers } = request;
      const answer = { number: numberOf(headers['idempotency-key'] ?? body) };
      calls = [{ method, host: hostIn(request), path: url, headers, body: jsonIn(body) ?? body, answer }, ...calls];
      calls = calls.slice(0, SHOWN);
      return give(response, answer);
    });
  });
  const port = await listen(server);
  const place = { address: '127.0.0.1', port };
  return {
    address: `http://${place.address}:${String(port)}`,
    standsFor: (host) => (EXAMPLE.test(host) ? place : null),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Any free port. */
async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo; // it listens on a port
  return port;
}

/** Reads all of what is sent. Never rejects. */
async function beginningOf(request: IncomingMessage): Promise<string> {
  let text = '';
  try {
    const chunks = request.setEncoding('utf8') as AsyncIterable<string>; // it has an encoding
    for await (const chunk of chunks) if (text.length < SHOWN_CHARACTERS) text += chunk;
  } catch {
    // whoever has gone away gets no answer
  }
  return text.slice(0, SHOWN_CHARACTERS);
}

function hostIn({ headers: { host = '' } }: IncomingMessage): string {
  return host.replace(/:\d+$/, '');
}

/** The same for the same call, in every demonstration. */
function numberOf(key: string | readonly string[]): string {
  return createHash('sha256').update(String(key)).digest('hex').slice(0, 8).toUpperCase();
}

function give(response: ServerResponse, answer: object): void {
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.end(`${JSON.stringify(answer, null, 2)}\n`);
}
