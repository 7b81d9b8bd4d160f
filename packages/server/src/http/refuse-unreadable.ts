import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { ProblemAnswer } from '@ninefold/model';

/** Answers a request that is not HTTP, before any request exists that could be handled; in English, since nothing says the reader's language. */
export function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem: ProblemAnswer = {
    type: '/_/errors/bad_request',
    title: 'The request cannot be read.',
    status: 400,
    code: 'bad_request',
    params: {},
    request_id: randomUUID(),
    errors: [],
  };
  const body = JSON.stringify(problem);
  const head = [
    'HTTP/1.1 400 Bad Request',
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${String(Buffer.byteLength(body))}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
