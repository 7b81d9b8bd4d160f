import type { ErrorId, Problem, Wire } from '@ninefold/model';

/** An answer names so many problems; of the others it says how many there are. So no call is answered with many times what it sent. */
export const MOST_PROBLEMS = 100;

/** A call that is refused: an entry of the error catalogue by id. The HTTP layer turns it into problem+json, in one place. */
export class Refusal extends Error {
  readonly code: ErrorId;
  readonly params: Readonly<Record<string, Wire>>;
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
  /** How many problems and warnings are left out. */
  readonly more: number;

  constructor(
    code: ErrorId,
    more: {
      readonly params?: Readonly<Record<string, Wire>>;
      readonly problems?: readonly Problem[];
      readonly warnings?: readonly Problem[];
      /** How many were left out already. */
      readonly more?: number;
      readonly cause?: unknown;
    } = {},
  ) {
    super(code, { cause: more.cause });
    this.name = 'Refusal';
    this.code = code;
    this.params = more.params ?? {};
    const { problems = [], warnings = [], more: before = 0 } = more;
    this.problems = problems.slice(0, MOST_PROBLEMS);
    this.warnings = warnings.slice(0, MOST_PROBLEMS - this.problems.length);
    this.more = before + problems.length + warnings.length - this.problems.length - this.warnings.length;
  }
}
