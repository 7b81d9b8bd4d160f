import {
  evaluate,
  type FileField,
  type FilesField,
  isMany,
  malformed,
  type Model,
  runtimeLimit,
  scopeAt,
  shortDecimal,
} from '@ninefold/model';
import type { CheckId } from '../issues/checks.ts';
import type { NamedFile } from './attached-files.ts';

/** What a start would refuse of the files of a cell. */
export interface Misfit {
  readonly id: CheckId;
  readonly params: Readonly<Record<string, string>>;
}

/** What of these files their field does not take, as far as their size and their first bytes say it. */
export function misfits(model: Model, field: FileField | FilesField, files: readonly NamedFile[]): readonly Misfit[] {
  const bound = mostOf(model, field);
  const isTooMany = isMany(field.type) && bound !== null && files.length > bound;
  const count: Misfit = { id: 'NF1212', params: { number: String(files.length), most: String(bound) } };
  const ofAll = runtimeLimit(model, 'upload_bytes');
  const most = isMany(field.type) || bound === null ? ofAll : Math.min(ofAll, bound);
  return [...[...new Set(files)].flatMap((file) => misfit(field, file, most)), ...(isTooMany ? [count] : [])];
}

function misfit(field: FileField | FilesField, { name, looks }: NamedFile, most: number): readonly Misfit[] {
  if (looks === undefined) return [];
  const { type, size } = looks;
  const file = { id: name, name, size, type };
  if (malformed(field, isMany(field.type) ? [file] : file) !== null)
    return [{ id: 'NF1210', params: { name, type, words: field.accept.join(', ') } }];
  return size > most ? [{ id: 'NF1211', params: { name, size: String(size), most: String(most) } }] : [];
}

/** The `max` of a field of files, which is written as a number. */
function mostOf(model: Model, { max }: FileField | FilesField): number | null {
  const bound = max === null ? null : evaluate(max, scopeAt(model, '2026-01-01T00:00:00.000Z'));
  return typeof bound === 'bigint' ? Number(shortDecimal(bound)) : null;
}
