import type { Wire } from '@ninefold/model';

/** A record, line or reference while it is being put together. */
export type Draft = Record<string, Wire | undefined>;
