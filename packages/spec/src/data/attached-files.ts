import { isMany, type FileField, type FilesField, type Wire } from '@ninefold/model';
import type { AttachedFile, SourceFile } from '../application.ts';
import { nearest } from '../expressions/schema/nearest.ts';
import { ATTACHED_FILE } from '../load/file-names.ts';

/** A file that a cell may name, by its path from the folder of the data file on: `files/plan.pdf`. */
export interface NamedFile extends Pick<SourceFile, 'looks'> {
  readonly name: string;
  readonly value: AttachedFile;
}

/** Those of a data file, by their names. */
export type AttachedFiles = ReadonlyMap<string, NamedFile>;

/** Those beside the data file with this path. */
export function attachedBeside(dataFile: string, files: readonly SourceFile[]): AttachedFiles {
  const folder = dataFile.slice(0, dataFile.lastIndexOf('/') + 1);
  return new Map(
    files
      .filter(({ path }) => ATTACHED_FILE.test(path) && path.startsWith(`${folder}files/`))
      .map(({ path, text, looks }) => {
        const name = path.slice(folder.length).normalize('NFC');
        return [name, { name, value: { attached: path, hash: text }, ...(looks && { looks }) }];
      }),
  );
}

/** A name that no file has, with the one that is most like it, or blank. */
export interface NoFile {
  readonly name: string;
  readonly nearest: string;
}

/** The value of a cell of files, whose paths are added to `named`, with what it names, or the names that no file has. Undefined where it is no text and no list of texts. */
export function fileCell(
  raw: unknown,
  field: FileField | FilesField,
  files: AttachedFiles,
  named: Set<string>,
):
  | { readonly value: Wire; readonly found: readonly NamedFile[] }
  | { readonly missing: readonly NoFile[] }
  | undefined {
  const isSeveral = isMany(field.type);
  const names = namesIn(raw, isSeveral);
  if (names === null) return undefined;
  const missing = names.filter((name) => !files.has(name));
  if (missing.length > 0)
    return { missing: missing.map((name) => ({ name, nearest: nearest(name, [...files.keys()]) })) };
  const found = names.map((name) => files.get(name) ?? null).filter((file) => file !== null);
  const values = found.map(({ value }) => value);
  for (const { attached } of values) named.add(attached);
  return { value: isSeveral ? values : (values[0] ?? null), found };
}

function namesIn(raw: unknown, isSeveral: boolean): readonly string[] | null {
  if (raw === null || raw === undefined) return [];
  const items: readonly unknown[] = isSeveral ? (typeof raw === 'string' ? raw.split(';') : [raw].flat()) : [raw];
  if (!items.every((item) => typeof item === 'string')) return null;
  return items.map((item) => item.trim().normalize('NFC')).filter((item) => item !== '');
}
