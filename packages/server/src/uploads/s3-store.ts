import { open, readFile, rename, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { setTimeout } from 'node:timers/promises';
import { S3mini, S3ServiceError, type UploadPart } from 's3mini';
import { PRIVATE_FILE } from '../private-files.ts';
import { StartFailure } from '../start-failure.ts';
import { FilesAway } from '../storage/database/failure.ts';
import { thrownPart } from '../thrown.ts';
import { isHash, memoOf, type FileStore } from './file-store.ts';
import type { S3Setting } from './files-setting.ts';

/** A content of more bytes is sent in parts of so many: memory holds one part of each file that is being sent. */
const PART_BYTES = 8 * 1024 * 1024;
/** A call that failed is made again after these times. */
const WAITS_MS = [200, 1000];
/** So long the store may take until it begins to answer. */
const ANSWER_MS = 60_000;
const PAGE = 1000;
/** With these a store answers where it no longer knows what was sent in parts, or has put it together already. */
const FORGOTTEN: ReadonlySet<unknown> = new Set([404, 500]);
/** Statuses after which the same call may succeed. */
const PASSING: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

/** A store that speaks S3. Each content has one name there: its hash, below the folder of its first two digits. */
export function createS3Store(setting: S3Setting, log: (line: string) => void): FileStore {
  const { endpoint, region, prefix, name } = setting;
  const client = new S3mini({
    ...{ accessKeyId: setting.key, secretAccessKey: setting.secret, endpoint, region },
    fetch: fetchInTime,
  });
  const asked = tellingOf(name, log);
  const keyOf = (hash: string): string => {
    if (!isHash(hash)) throw new TypeError('this is no hash');
    return `${prefix}${hash.slice(0, 2)}/${hash}`;
  };
  return {
    name,
    look: async () => {
      if (!(await asked(() => client.bucketExists()))) throw new StartFailure('files_refused', { store: name });
    },
    take: async (hash, file) => {
      const key = keyOf(hash);
      const content = await open(file, 'r');
      try {
        const { size } = await content.stat();
        if (size > PART_BYTES) await sendParts(client, asked, { key, content, size, memo: memoOf(file) });
        else {
          const { buffer } = await content.read({ buffer: Buffer.alloc(size), position: 0 });
          await asked(() => client.putObject(key, buffer));
        }
      } finally {
        await content.close();
      }
      await rm(file, { force: true });
    },
    read: async (hash, range) => {
      const { from = 0, to } = range ?? {};
      const last = to === undefined ? undefined : to + 1; // the client counts the byte behind the last
      const answer = await asked(() =>
        client.getObjectRaw(keyOf(hash), range === null, from, last).catch(nullIfMissing),
      );
      return answer?.body
        ? Readable.fromWeb(answer.body as ReadableStream) // as Node's own fetch makes it
        : answer && Readable.from([]);
    },
    remove: async (hash) => {
      await asked(() => client.deleteObject(keyOf(hash)));
    },
    beginningWith: async (digits) => {
      const all: { readonly hash: string; readonly at: Date }[] = [];
      for (let after: string | undefined, isMore = true; isMore; isMore = after !== undefined) {
        const page = await asked(() => client.listObjectsPaged('/', `${prefix}${digits}/`, PAGE, after));
        for (const { Key, LastModified } of page?.objects ?? [])
          all.push({ hash: Key.slice(Key.lastIndexOf('/') + 1), at: new Date(LastModified) });
        after = page?.nextContinuationToken;
      }
      return all.filter(({ hash }) => isHash(hash));
    },
  };
}

/** The clock of a call ends where its answer begins: a long content may come as slowly as its reader takes it. */
async function fetchInTime(input: Parameters<typeof fetch>[0], init?: RequestInit): Promise<Response> {
  const late = new AbortController();
  const timer = globalThis.setTimeout(() => late.abort(), ANSWER_MS);
  try {
    return await fetch(input, { ...init, redirect: 'error', signal: late.signal });
  } finally {
    clearTimeout(timer);
  }
}

function nullIfMissing(cause: unknown): null {
  if (cause instanceof S3ServiceError && cause.status === 404 && !/NoSuchBucket/.test(cause.body ?? '')) return null;
  throw cause;
}

/** Makes a call of the store, and again where it may succeed then. */
type Asked = <T>(call: () => Promise<T>) => Promise<T>;

/** Calls whose failures are `FilesAway`. The operator is told when the store cannot be reached, once, and when it can be again. */
function tellingOf(name: string, log: (line: string) => void): Asked {
  let isAway = false;
  return async (call) => {
    try {
      const answer = await tried(call);
      if (isAway) log(`The store of files ${name} can be reached again.`);
      isAway = false;
      return answer;
    } catch (cause) {
      const away = new FilesAway(reasonOf(cause), cause);
      if (!isAway) log(`The store of files ${name} cannot be used (${away.reason}). Files wait until it can be.`);
      isAway = true;
      throw away;
    }
  };
}

async function tried<T>(call: () => Promise<T>): Promise<T> {
  for (const ms of WAITS_MS) {
    try {
      return await call();
    } catch (cause) {
      const status = cause instanceof S3ServiceError ? cause.status : null;
      if (status !== null && !PASSING.has(status)) throw cause;
      await setTimeout(ms);
    }
  }
  return call();
}

/** In a word: what the store says, or what keeps us from it. */
function reasonOf(cause: unknown): string {
  if (cause instanceof S3ServiceError) return `${String(cause.status)} ${cause.serviceCode ?? ''}`.trim();
  const code = thrownPart(cause, 'code') ?? thrownPart(thrownPart(cause, 'cause'), 'code') ?? thrownPart(cause, 'name');
  return String(code);
}

/** A content that is sent in parts. */
interface Sending {
  readonly key: string;
  readonly content: FileHandle;
  readonly size: number;
  /** The file that notes which parts have arrived: the next try goes on with the others, also after a restart. */
  readonly memo: string;
}

/** What has arrived of a content. */
interface Memo {
  readonly upload: string;
  readonly parts: readonly UploadPart[];
}

async function sendParts(client: S3mini, asked: Asked, { key, content, size, memo }: Sending): Promise<void> {
  const known = await readMemo(memo);
  const upload = known?.upload ?? (await asked(() => client.getMultipartUploadId(key)));
  const parts: UploadPart[] = [...(known?.parts ?? [])];
  try {
    for (let from = parts.length * PART_BYTES; from < size; from += PART_BYTES) {
      const { buffer } = await content.read({
        buffer: Buffer.alloc(Math.min(PART_BYTES, size - from)),
        position: from,
      });
      parts.push(await asked(() => client.uploadPart(key, upload, buffer, parts.length + 1)));
      await writeMemo(memo, { upload, parts });
    }
    await asked(async () => {
      const { etag } = await client.completeMultipartUpload(key, upload, parts);
      if (typeof etag !== 'string') throw new TypeError('the store did not put the parts together');
    });
    await rm(memo, { force: true });
  } catch (cause) {
    if (!FORGOTTEN.has(thrownPart(thrownPart(cause, 'cause'), 'status'))) throw cause;
    await rm(memo, { force: true });
    if (known === null) throw cause;
    await sendParts(client, asked, { key, content, size, memo });
  }
}

/** The note before this one is whole until this one is. */
async function writeMemo(memo: string, noted: Memo): Promise<void> {
  await writeFile(`${memo}.new`, JSON.stringify(noted), { mode: PRIVATE_FILE });
  await rename(`${memo}.new`, memo);
}

async function readMemo(memo: string): Promise<Memo | null> {
  const text = await readFile(memo, 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as Memo); // our own file
}
