import { parseSync, Visitor } from 'oxc-parser';
import { errorAt, outcomeOf, type Check, type Finding } from './finding.ts';
import { lineAt, readSources, type Files } from './sources/source-files.ts';

/**
 * The number of casts without a reason in a comment on their line. It only shrinks: a change that removes such a cast
 * lowers this number.
 */
const MOST = 26;
const THIS = 'scripts/checks/casts.ts';

export const castsCheck: Check = {
  name: 'casts',
  run: async (root) =>
    outcomeOf(
      castFindings(
        await readSources(root, /^packages\/[^/]+\/src\/(?!(?:.*\/)?(?:testing|fixtures)\/)[^]*(?<!\.test)\.tsx?$/),
        MOST,
      ),
    ),
};

/** Each cast (`as X`, not `as const`) without a reason where there are more than `most`; one finding where there are fewer. */
export function castFindings(files: Files, most: number): readonly Finding[] {
  const casts = [...files].flatMap(([file, text]) => linesOf(file, text).map((line) => ({ file, line })));
  if (casts.length < most) return [errorAt(THIS, 1, `${casts.length} casts without a reason are left: lower MOST`)];
  if (casts.length === most) return [];
  const text = `a cast without a reason in a comment on its line; there are ${casts.length}, at most ${most}`;
  return casts.map(({ file, line }) => errorAt(file, line, text));
}

/** The lines on which casts without a reason end. */
function linesOf(file: string, text: string): readonly number[] {
  const lines: number[] = [];
  const written = text.split('\n');
  new Visitor({
    TSAsExpression: ({ typeAnnotation: type, end }) => {
      const isConst = type.type === 'TSTypeReference' && text.slice(type.start, type.end) === 'const';
      const line = lineAt(text, end);
      if (!isConst && !/\/\/ \S/.test(written[line - 1] ?? '')) lines.push(line);
    },
  }).visit(parseSync(file, text).program);
  return lines;
}
