import type { Problem, Wire } from '@ninefold/model';

/** A call that is refused: an entry of the error catalogue by id. The HTTP layer turns it into problem+json, in one place. */
export class Refusal extends Error {
  readonly code: string;
  readonly params: Readonly<Record<string, Wire>>;
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];

  constructor(
    code: string,
    more: {
      readonly params?: Readonly<Record<string, Wire>>;
      readonly problems?: readonly Problem[];
      readonly warnings?: readonly Problem[];
      readonly cause?: unknown;
    } = {},
  ) {
    super(code, { cause: more.cause });
    this.name = 'Refusal';
    this.code = code;
    this.params = more.params ?? {};
    this.problems = more.problems ?? [];
    this.warnings = more.warnings ?? [];
  }
}
