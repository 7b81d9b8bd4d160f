import type { LoadedSpecification } from '@ninefold/server/specification';

/** What every form of the answer of `check` is made of. */
export interface Checked extends LoadedSpecification {
  readonly folder: string;
}
