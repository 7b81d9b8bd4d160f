import type { Issue, SourceFile } from '../../packages/spec/src/index.ts';
import { positionOf, sourceText, type Spot } from '../../packages/spec/src/located.ts';
import type { Random } from '../service-desk-data/random.ts';
import type { Written } from './written.ts';

/** What a mistake writes in place of a stretch of one file. */
export interface Edit {
  readonly spot: Spot;
  readonly put: string;
  /** Further places of the unchanged files where the mistake may be told as well: what a name that is gone leaves behind. */
  readonly near?: readonly Spot[];
}

/** One kind of mistake, and every place of a specification where it can be made. */
export interface Kind {
  readonly name: string;
  readonly edits: (written: Written, random: Random) => readonly Edit[];
  /** A change of this kind may leave a specification that means something else and is right. */
  readonly mayBeRight?: true;
}

/** A specification with mistakes in it. */
export interface Mutant {
  readonly files: readonly SourceFile[];
  /** Whether an issue stands where a mistake was made. */
  readonly isNear: (issue: Pick<Issue, 'file' | 'line'>) => boolean;
  /** The changed lines, for messages of tests. */
  readonly shown: string;
}

/** Makes one mistake. */
export function plant(files: readonly SourceFile[], { spot, put, near = [] }: Edit): Mutant {
  const { path, text } = spot.source;
  const changed = sourceText(path, `${text.slice(0, spot.start)}${put}${text.slice(spot.end)}`);
  const moved = (offset: number): number => (offset < spot.end ? offset : offset - spot.end + spot.start + put.length);
  const stretches = [spot, ...near].map(({ source, start, end }) => {
    const isOwn = source.path === path;
    const of = isOwn ? changed : source;
    const last = Math.max(start, end - 1);
    const [from, to] = isOwn ? [Math.min(start, moved(start)), moved(last)] : [start, last];
    return { path: source.path, first: positionOf(of, from).line, last: positionOf(of, to).line };
  });
  const [own] = stretches;
  const end = positionOf(changed, spot.start + Math.max(0, put.trimEnd().length - 1)).line;
  const isNear: Mutant['isNear'] = ({ file, line }) =>
    (file === path && own !== undefined && line >= own.first && line <= end) ||
    stretches.slice(1).some((one) => one.path === file && line >= one.first && line <= one.last);
  const lines = changed.text.split('\n').slice((own?.first ?? 1) - 1, Math.min(end, (own?.first ?? 1) + 1));
  return {
    files: files.map((file) => (file.path === path ? { path, text: changed.text } : file)),
    isNear,
    shown: `${path}:${String(own?.first ?? 0)} ${lines.join(' ⏎ ').trim()}`,
  };
}

/** Two mistakes at once; null where they touch the same lines. */
export function plantBoth(
  files: readonly SourceFile[],
  one: Edit,
  other: Edit,
): { readonly files: readonly SourceFile[]; readonly mutants: readonly Mutant[] } | null {
  const [first, second] = one.spot.start <= other.spot.start ? [one, other] : [other, one];
  const { path } = first.spot.source;
  const later = plant(files, second);
  if (path !== second.spot.source.path) {
    const both = plant(later.files, first);
    return { files: both.files, mutants: [plant(files, first), later] };
  }
  const { text } = first.spot.source;
  if (text.slice(first.spot.end, second.spot.start).split('\n').length < 8) return null;
  const changed = later.files.find((file) => file.path === path)?.text ?? '';
  const both = plant(later.files, { ...first, spot: { ...first.spot, source: sourceText(path, changed) } });
  const moved = linesIn(first.put) - linesIn(text.slice(first.spot.start, first.spot.end));
  const isNear: Mutant['isNear'] = ({ file, line }) =>
    later.isNear({ file, line: file === path ? line - moved : line });
  return { files: both.files, mutants: [plant(files, first), { ...later, isNear }] };
}

function linesIn(text: string): number {
  return text.split('\n').length - 1;
}
