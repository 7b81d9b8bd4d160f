import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { canEverRead, limitValues, type Entity, type Model, partsOf, type RecordValue } from '@ninefold/model';
import { entityOf } from '../records/context/context.ts';
import type { Caller, Records } from '../records/context/records.ts';
import { badParameter, listOf } from '../records/reading/lists/list-params.ts';
import { STREAMED, XLSX, type ExportTable, type StreamedFormat } from './writing/formats.ts';
import { writeXlsx } from './writing/write-xlsx.ts';

/** A file while it is written. */
export interface ExportFile {
  readonly type: string;
  readonly name: string;
  readonly content: Readable;
}

/** What an export is made of. */
export interface ExportGround {
  readonly records: Records;
  readonly model: Model;
}

/** So many records are written without a break, in which others have the processor. */
const TURN = 100;

type Pages = AsyncGenerator<readonly RecordValue[], void>;

/** Records of a list as a file; refusals are thrown before the first byte is sent. */
export async function exportFile(
  { records, model }: ExportGround,
  caller: Caller,
  {
    entityId,
    query,
    language,
  }: { readonly entityId: string; readonly query: URLSearchParams; readonly language: string },
): Promise<ExportFile> {
  const { format: name, params } = parted(query);
  const streamed = name === 'csv' || name === 'jsonl' ? STREAMED[name] : null;
  if (streamed === null && name !== 'xlsx') throw badParameter('format');
  const { type, named } = streamed ?? XLSX;
  const max = Number(limitValues(model)['xlsx_rows']);
  const pages = records.export(caller, entityId, params, { named, most: streamed === null ? max : null });
  const begun = await pages.next();
  const entity = entityOf({ model }, entityId);
  const table = { entity, columns: columnsOf(caller, entity, listOf(params, 'select')), language };
  const all = withFirst(begun.done === true ? [] : begun.value, pages);
  const content =
    streamed === null
      ? Readable.from([await writeXlsx(table, all, max)])
      : Readable.from(textsOf(streamed, table, all), { objectMode: false });
  return { type, name: `${entityId}.${name}`, content };
}

async function* withFirst(first: readonly RecordValue[], more: Pages): Pages {
  yield first;
  yield* more;
}

async function* textsOf(format: StreamedFormat, table: ExportTable, pages: Pages): AsyncGenerator<string> {
  yield format.head(table);
  for await (const page of pages)
    for (let start = 0; start < page.length; start += TURN) {
      const some = page.slice(start, start + TURN);
      yield some.map((record) => format.record(table, record)).join('');
      await setImmediate();
    }
}

function parted(query: URLSearchParams): { readonly format: string; readonly params: URLSearchParams } {
  const params = new URLSearchParams([...query].filter(([name]) => name !== 'format'));
  return { format: query.getAll('format').join(), params };
}

/** The id, the state, and the fields that were asked for or all that a grant with `export` lets read, in the written order. */
function columnsOf({ rights }: Caller, entity: Entity, select: readonly string[] | null): readonly string[] {
  const exporting = rights.grants(entity.id).filter(({ verbs }) => verbs.export !== undefined);
  const readable = Object.keys(entity.fields).filter(
    (field) => canEverRead(rights, entity, field) && exporting.some(({ fields }) => fields[field]?.read === true),
  );
  const isClosed = (name: string): boolean => Object.hasOwn(entity.fields, name) && !readable.includes(name);
  if (select?.some(isClosed)) throw badParameter('select');
  const system = ['id', ...(entity.lifecycle ? ['state'] : [])];
  const named = select?.flatMap((name) =>
    entity.fields[name] ? [name] : (partsOf(entity.fields).get(name) ?? [name]),
  );
  return [...new Set([...system, ...(named ?? readable)])];
}
