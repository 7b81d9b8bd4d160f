import { Readable } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding, QUICK } from './encoding.ts';

/** Sends a text whose first part need not wait for the rest, compressed as the reader accepts it. */
export function sendParts(
  request: FastifyRequest,
  reply: FastifyReply,
  { first, rest }: { readonly first: string; readonly rest: Promise<string> },
): FastifyReply {
  const encoding = acceptedEncoding(request.headers['accept-encoding']);
  reply.header('vary', 'accept-encoding');
  if (encoding === null) return reply.send(Readable.from(partsOf(first, rest)));
  const packed =
    encoding === 'br'
      ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: QUICK } })
      : createGzip({ level: 6 });
  packed.write(first);
  packed.flush();
  rest.then(
    (text) => packed.end(text),
    (error: unknown) => packed.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return reply.header('content-encoding', encoding).send(packed);
}

async function* partsOf(first: string, rest: Promise<string>): AsyncGenerator<string> {
  yield first;
  yield await rest;
}
