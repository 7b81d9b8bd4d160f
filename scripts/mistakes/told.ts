import { compile, type Issue, type SourceFile } from '../../packages/spec/src/index.ts';
import type { Random } from '../service-desk-data/random.ts';
import { CONDITION_KINDS } from './conditions.ts';
import { KEY_KINDS } from './keys.ts';
import { LAYOUT_KINDS } from './layout.ts';
import { NAME_KINDS } from './names.ts';
import { plant, type Edit, type Kind, type Mutant } from './planted.ts';
import { VALUE_KINDS } from './values.ts';
import { ROW_KINDS } from './rows.ts';
import { TEXT_KINDS } from './texts.ts';
import { readWritten } from './written.ts';

export const KINDS: readonly Kind[] = [
  ...KEY_KINDS,
  ...LAYOUT_KINDS,
  ...VALUE_KINDS,
  ...NAME_KINDS,
  ...CONDITION_KINDS,
];

/** Mistakes in locale files and data files. */
export const FILE_KINDS: readonly Kind[] = [...TEXT_KINDS, ...ROW_KINDS];

/** A mistake that is drawn, and not made yet. */
export interface Drawn {
  readonly kind: Kind;
  readonly edit: Edit;
}

/** So many mistakes, of each kind as many as of every other as far as the specification has places for them. */
export function drawn(
  files: readonly SourceFile[],
  count: number,
  random: Random,
  kinds: readonly Kind[] = KINDS,
): readonly Drawn[] {
  const written = readWritten(files);
  const decks = kinds.map((kind) => ({ kind, edits: shuffled(kind.edits(written, random), random) }));
  const found: Drawn[] = [];
  for (let turn = 0; found.length < count; turn += 1) {
    const before = found.length;
    for (const { kind, edits } of decks) {
      const edit = edits[turn];
      if (edit && found.length < count) found.push({ kind, edit });
    }
    if (found.length === before) break;
  }
  return found;
}

export function shuffled<T>(all: readonly T[], random: Random): readonly T[] {
  return all
    .map((one) => ({ one, order: random.next() }))
    .sort((a, b) => a.order - b.order)
    .map(({ one }) => one);
}

/** Errors about what the running version cannot do yet are no mistakes of the author. */
const NOT_YET: ReadonlySet<string> = new Set(['NF0901', 'NF0507', 'NF0514']);

/** An issue without its place. */
export function named({ id, params }: Issue): string {
  return `${id} ${JSON.stringify(params)}`;
}

/** The errors of a specification beside those that it has anyway. */
export function errorsOf(files: readonly SourceFile[], known: ReadonlySet<string>): readonly Issue[] {
  return compile(files).issues.filter(
    (issue) => issue.severity === 'error' && !known.has(named(issue)) && !(known.size > 0 && issue.id === 'NF0901'),
  );
}

/** Everything that is said of a specification beside what is said of it anyway: of texts some of it is no error. */
export function issuesOf(files: readonly SourceFile[], known: ReadonlySet<string>): readonly Issue[] {
  return compile(files).issues.filter((issue) => !known.has(named(issue)));
}

/** What a specification without a mistake says: what it uses and the running version cannot do yet. */
export function knownOf(files: readonly SourceFile[]): ReadonlySet<string> {
  const errors = errorsOf(files, new Set());
  const mistakes = errors.filter(({ id }) => !NOT_YET.has(id)).map(({ id, line }) => `${id}:${String(line)}`);
  if (mistakes.length > 0) throw new Error(`the specification has mistakes of its own: ${mistakes.join()}`);
  return new Set(errors.map(named));
}

/** What the checker says of one mistake. */
export interface Told {
  readonly kind: string;
  readonly mutant: Mutant;
  /** `right`: the change left a specification without a mistake. */
  readonly as: 'right' | 'nothing' | 'elsewhere' | 'once' | 'several';
  readonly errors: readonly Issue[];
}

export function toldOf(
  files: readonly SourceFile[],
  known: ReadonlySet<string>,
  { kind, edit }: Drawn,
  heard = errorsOf,
): Told {
  const mutant = plant(files, edit);
  const errors = heard(mutant.files, known);
  const [first] = errors;
  const told = { kind: kind.name, mutant, errors };
  if (!first) return { ...told, as: kind.mayBeRight === true ? 'right' : 'nothing' };
  if (!mutant.isNear(first)) return { ...told, as: 'elsewhere' };
  return { ...told, as: errors.length === 1 ? 'once' : 'several' };
}

/** One line for messages of tests. */
export function lineOf({ kind, mutant, errors }: Told): string {
  const said = errors.slice(0, 6).map(({ id, file, line, params }) => {
    return `${id} ${file}:${String(line)} ${params['name'] ?? params['key'] ?? ''}`.trim();
  });
  return `${kind} | ${mutant.shown} | ${String(errors.length)}: ${said.join('; ')}`;
}
