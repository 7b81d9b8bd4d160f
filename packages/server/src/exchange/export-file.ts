import { Readable } from 'node:stream';
import { canEverRead, type Entity, type Model, type RecordValue } from '@ninefold/model';
import { entityOf } from '../records/context.ts';
import type { Caller, Records } from '../records/records.ts';
import { badParameter, listOf } from '../records/reading/list-params.ts';
import { FORMATS, type Format } from './formats.ts';

/** A file while it is written. */
export interface ExportFile {
  readonly type: string;
  readonly name: string;
  readonly content: Readable;
}

/** Records of a list as a file; refusals are thrown before anything of it is given out. */
export async function exportFile(
  { records, model }: { readonly records: Records; readonly model: Model },
  caller: Caller,
  entityId: string,
  query: URLSearchParams,
  language: string,
): Promise<ExportFile> {
  const { format: name, params } = parted(query);
  const format = Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined;
  if (!format) throw badParameter('format');
  const pages = records.export(caller, entityId, params);
  const first = await pages.next();
  const columns = columnsOf(caller, entityOf({ model }, entityId), listOf(params, 'select'));
  const written = async function* (): AsyncGenerator<string> {
    yield format.head(columns, language);
    if (first.done !== true) yield textOf(format, columns, first.value);
    for await (const page of pages) yield textOf(format, columns, page);
  };
  return { type: format.type, name: `${entityId}.${name}`, content: Readable.from(written(), { objectMode: false }) };
}

function parted(query: URLSearchParams): { readonly format: string; readonly params: URLSearchParams } {
  const params = new URLSearchParams([...query].filter(([name]) => name !== 'format'));
  return { format: query.getAll('format').join(), params };
}

function textOf(format: Format, columns: readonly string[], page: readonly RecordValue[]): string {
  return page.map((record) => format.record(columns, record)).join('');
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
