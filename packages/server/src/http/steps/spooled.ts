import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PRIVATE_FILE } from '../../private-files.ts';
import { Refusal } from '../../refusal.ts';
import { isLeft } from '../../thrown.ts';

/** A body that was too large to hold: a file that only this process may read. */
export interface Spooled {
  readonly file: string;
  /** SHA-256 of its bytes. */
  readonly digest: string;
  remove(): Promise<void>;
}

/** Writes a body to a file of its own, so that nothing waits for a slow sender. More than `max` bytes are `too_large`, and what ends before its end is `bad_request`. */
export async function spool(body: Readable, max: number): Promise<Spooled> {
  const folder = await mkdtemp(join(tmpdir(), 'ninefold-import-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const file = join(folder, 'body');
  const hash = createHash('sha256');
  let bytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      done(bytes > max ? new Refusal('too_large', { params: { max } }) : null, chunk);
    },
  });
  try {
    await pipeline(body, counted, createWriteStream(file, { mode: PRIVATE_FILE }));
    return { file, digest: hash.digest('hex'), remove };
  } catch (cause) {
    await remove();
    throw isLeft(cause) ? new Refusal('bad_request', { cause }) : cause;
  }
}
