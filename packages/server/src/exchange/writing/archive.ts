import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { finished } from 'node:stream/promises';
import { makeZip } from 'client-zip';
import {
  filesIn,
  isFiles,
  isLines,
  isList,
  isMap,
  type CommentAnswer,
  type Entity,
  type Field,
  type RecordValue,
  type StoredFile,
  type Wire,
} from '@ninefold/model';

import { STREAMED, type ExportTable } from './formats.ts';

/** Where an archive finds what records refer to, as its reader may read it. */
export interface ArchiveGround {
  /** The content of a file; null where there is none. */
  content(file: StoredFile): Promise<Readable | null>;
  /** The comments on a record. */
  comments(record: RecordValue): AsyncIterable<CommentAnswer>;
}

/** What an archive is made of. */
export interface ArchiveOrder {
  readonly entity: Entity;
  readonly table: ExportTable;
  /** RFC 3339 UTC. */
  readonly now: string;
}

/** One file of an archive. */
interface Entry {
  readonly name: string;
  readonly input: Readable;
  readonly lastModified: Date;
}

/**
 * A ZIP archive of records: `<entity>.jsonl`, `comments.jsonl` where the entity has comments, and each file as `files/<its id>/<its name>`.
 * It is written while it is read. The lines of text wait on the disk, since they come last.
 */
export function archiveStream(
  pages: AsyncIterable<readonly RecordValue[]>,
  order: ArchiveOrder,
  ground: ArchiveGround,
): Readable {
  const zip = makeZip(entriesOf(pages, order, ground));
  return Readable.fromWeb(zip as ReadableStream); // a stream of Node itself
}

async function* entriesOf(
  pages: AsyncIterable<readonly RecordValue[]>,
  { entity, table, now }: ArchiveOrder,
  ground: ArchiveGround,
): AsyncGenerator<Entry> {
  const folder = await mkdtemp(join(tmpdir(), 'ninefold-export-'));
  const lastModified = new Date(now);
  try {
    const records = textFile(join(folder, 'records'));
    const comments = textFile(join(folder, 'comments'));
    const entries = async function* (files: readonly StoredFile[]): AsyncGenerator<Entry> {
      for (const file of files) {
        const input = await ground.content(file);
        if (input !== null) yield { name: `files/${file.id}/${file.name}`, input, lastModified };
      }
    };
    for await (const page of pages)
      for (const record of page) {
        await records.add(STREAMED.jsonl.record(table, record));
        yield* entries(filesOf(record, entity, table));
        if (entity.comments === null) continue;
        for await (const comment of ground.comments(record)) {
          await comments.add(`${JSON.stringify({ record: record.id, ...comment })}\n`);
          yield* entries(comment.files);
        }
      }
    yield { name: `${entity.id}.jsonl`, input: await records.read(), lastModified };
    if (entity.comments !== null) yield { name: 'comments.jsonl', input: await comments.read(), lastModified };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A text that waits on the disk until it is read. */
function textFile(file: string) {
  const written = createWriteStream(file, { mode: 0o600 });
  written.on('error', () => undefined); // told by the next write
  return {
    add: (text: string): Promise<void> =>
      new Promise((resolve, reject) => {
        written.write(text, (error) => (error ? reject(error) : resolve()));
      }),
    read: async (): Promise<Readable> => {
      written.end();
      await finished(written);
      return createReadStream(file);
    },
  };
}

/** The files in the exported fields of a record and of its lines. What only looks like a file, in a field of another type, is none. */
function filesOf(record: RecordValue, { fields }: Entity, { columns }: ExportTable): readonly StoredFile[] {
  return columns.flatMap(({ id }) => {
    const field = fields[id];
    return field === undefined ? [] : filesInField(field, record[id]);
  });
}

function filesInField(field: Field, value: Wire | undefined): readonly StoredFile[] {
  if (isFiles(field)) return filesIn(value);
  if (!isLines(field) || value === undefined || !isList(value)) return [];
  return value.flatMap((line: Wire) =>
    isMap(line) ? Object.values(field.fields).flatMap((inner) => filesInField(inner, line[inner.id])) : [],
  );
}
