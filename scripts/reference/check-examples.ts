import type { SourceFile } from '../../packages/spec/src/index.ts';
import { filesOf, mendedFiles } from '../../packages/spec/src/checks/fixture.ts';
import { FIXTURES } from '../../packages/spec/src/checks/fixtures/fixtures.ts';

/** A specification that raises a check, and the same specification corrected. */
export interface CheckExample {
  readonly bad: readonly SourceFile[];
  readonly good: readonly SourceFile[] | null;
}

/** The first example of each check. */
export const EXAMPLES: ReadonlyMap<string, CheckExample> = new Map(
  Object.entries(FIXTURES).map(([id, fixture]) => [
    id,
    { bad: filesOf(fixture.bad[0]?.files ?? ''), good: mendedFiles(fixture) },
  ]),
);
