import type { Issue } from '@ninefold/spec';

/** A specification with errors: nothing runs. */
export class BrokenSpecification extends Error {
  readonly issues: readonly Issue[];

  constructor(issues: readonly Issue[]) {
    super(`the specification has ${String(issues.filter(({ severity }) => severity === 'error').length)} errors`);
    this.name = 'BrokenSpecification';
    this.issues = issues;
  }
}
