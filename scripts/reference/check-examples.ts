import type { SourceFile } from '../../packages/spec/src/index.ts';
import { BAD_SPECIFICATIONS } from '../../packages/spec/src/checks/bad-specifications.ts';
import { mended } from '../../packages/spec/src/checks/mended.ts';

/** A specification in which a check finds something, and the same put right. */
export interface CheckExample {
  readonly bad: readonly SourceFile[];
  readonly good: readonly SourceFile[] | null;
}

/** The first example of each check. */
export const EXAMPLES: ReadonlyMap<string, CheckExample> = new Map(
  BAD_SPECIFICATIONS.toReversed().map(({ id, files }) => [
    id,
    { bad: filesOf(files), good: mended(id, filesOf(files)) },
  ]),
);

function filesOf(files: string | readonly SourceFile[]): readonly SourceFile[] {
  return typeof files === 'string' ? [{ path: 'app.yaml', text: files }] : files;
}
