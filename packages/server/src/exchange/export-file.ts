import { Readable } from 'node:stream';
import { canEverRead, limitValues, type Entity, type Model, type RecordValue } from '@ninefold/model';
import { entityOf } from '../records/context.ts';
import type { Caller, Records } from '../records/records.ts';
import { badParameter, listOf } from '../records/reading/list-params.ts';
import { Refusal } from '../refusal.ts';
import { STREAMED, XLSX, type ExportTable, type StreamedFormat } from './formats.ts';
import { writeXlsx } from './write-xlsx.ts';

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

type Pages = AsyncGenerator<readonly RecordValue[], void>;

/** Records of a list as a file; refusals are thrown before anything of it is given out. */
export async function exportFile(
  { records, model }: ExportGround,
  caller: Caller,
  entityId: string,
  query: URLSearchParams,
  language: string,
): Promise<ExportFile> {
  const { format: name, params } = parted(query);
  const streamed = name === 'csv' || name === 'jsonl' ? STREAMED[name] : null;
  if (streamed === null && name !== 'xlsx') throw badParameter('format');
  const { type, named } = streamed ?? XLSX;
  const pages = records.export(caller, entityId, params, named);
  const first = await pages.next();
  const entity = entityOf({ model }, entityId);
  const table = { entity, columns: columnsOf(caller, entity, listOf(params, 'select')), language };
  const begun = first.done === true ? [] : first.value;
  const content =
    streamed === null
      ? Readable.from([await sheetOf(table, begun, pages, Number(limitValues(model)['xlsx_rows']))])
      : Readable.from(textsOf(streamed, table, begun, pages), { objectMode: false });
  return { type, name: `${entityId}.${name}`, content };
}

async function* textsOf(
  format: StreamedFormat,
  table: ExportTable,
  first: readonly RecordValue[],
  pages: Pages,
): AsyncGenerator<string> {
  const text = (page: readonly RecordValue[]): string => page.map((record) => format.record(table, record)).join('');
  yield format.head(table);
  yield text(first);
  for await (const page of pages) yield text(page);
}

async function sheetOf(table: ExportTable, first: readonly RecordValue[], pages: Pages, max: number): Promise<Buffer> {
  const records = [...first];
  for await (const page of pages) {
    records.push(...page);
    if (records.length > max) break;
  }
  const sheet = records.length > max ? null : await writeXlsx(table, records);
  if (sheet === null) throw new Refusal('xlsx_too_large', { params: { max } });
  return sheet;
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
  return [...new Set([...system, ...(select ?? readable)])];
}
