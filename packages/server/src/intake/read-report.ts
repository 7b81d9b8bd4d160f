import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Refusal } from '../refusal.ts';
import { isLeft } from '../thrown.ts';

/** How official kits pack what they send. */
const UNPACKED = { gzip: createGunzip, deflate: createInflate, br: createBrotliDecompress } as const;

/**
 * Reads the body of a report and unpacks it. `max` bounds it both packed and unpacked, in bytes: a small body that
 * unpacks to a large one is refused as soon as it passes the bound.
 */
export async function readReport(stream: Readable, headers: IncomingHttpHeaders, max: number): Promise<Buffer> {
  const encoding = (headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity') return collect(stream, max);
  if (encoding !== 'gzip' && encoding !== 'deflate' && encoding !== 'br') throw new Refusal('wrong_media_type');
  const unpacked = UNPACKED[encoding]();
  unpacked.end(await collect(stream, max));
  return collect(unpacked, max).catch((cause: unknown) => {
    throw cause instanceof Refusal ? cause : new Refusal('bad_request', { cause });
  });
}

async function collect(stream: Readable, max: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of stream) {
      const bytes = Buffer.from(part as Uint8Array); // a stream of bytes without an encoding
      length += bytes.length;
      if (length > max) throw new Refusal('too_large', { params: { max } });
      parts.push(bytes);
    }
  } catch (cause) {
    throw isLeft(cause) ? new Refusal('bad_request', { cause }) : cause;
  }
  return Buffer.concat(parts);
}
