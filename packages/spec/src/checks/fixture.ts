import type { SourceFile } from '../application.ts';
import { ATTACHED_FILE } from '../load/file-names.ts';

/** A specification: the text of `app.yaml`, or the texts of all files by path. A file that cells name is its hash, or `ab12 image/png 2000`. */
export type FixtureFiles = string | Readonly<Record<string, string>>;

/** A specification that is wrong in one way. */
export interface BadSpecification {
  /** The text under the caret. */
  readonly at: string;
  /** Parameters that the message needs. */
  readonly params?: Readonly<Record<string, string>>;
  readonly files: FixtureFiles;
}

/** What one check must find, and what it must not report. */
export interface Fixture {
  /** The reference page shows the first of them. */
  readonly bad: readonly BadSpecification[];
  /** How the first is corrected: texts in its files (or in their paths), and their replacements. */
  readonly mend: readonly (readonly [from: string, to: string])[];
  /** Specifications that are similar to the mistake and correct. */
  readonly good?: readonly FixtureFiles[];
}

/** The files of a fixture as the compiler takes them. */
export function filesOf(files: FixtureFiles): readonly SourceFile[] {
  const all = typeof files === 'string' ? { 'app.yaml': files } : files;
  return Object.entries(all).map(([path, text]) => fileOf(path, text));
}

function fileOf(path: string, text: string): SourceFile {
  const [hash = '', type = '', size] = text.split(' ');
  return ATTACHED_FILE.test(path) && size !== undefined
    ? { path, text: hash, looks: { type, size: Number(size) } }
    : { path, text };
}

/** The first bad specification corrected; null where the text to be corrected is not in it. */
export function mendedFiles({ bad: [first], mend }: Fixture): readonly SourceFile[] | null {
  const files: readonly SourceFile[] = first ? filesOf(first.files) : [];
  const isThere = ([from]: readonly [string, string]): boolean =>
    files.some(({ path, text }) => path.includes(from) || text.includes(from));
  if (mend.length === 0 || !mend.every(isThere)) return null;
  return mend.reduce(
    (all, [from, to]) =>
      all.map((file) => ({
        ...file,
        ...{ path: file.path.replace(from, () => to), text: file.text.replace(from, () => to) },
      })),
    files,
  );
}
