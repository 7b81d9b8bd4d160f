import type { Writer } from '../../database/database.ts';

/** A write that waits for its transaction, and who is told what came of it. */
export interface Task {
  /** Tasks with the same serialization key run one after the other. */
  readonly key: string;
  /** Within one transaction it may run beside others with its key. */
  readonly isAmicable: boolean;
  readonly work: (tx: Writer) => Promise<unknown>;
  readonly done: (value: unknown) => void;
  readonly failed: (cause: unknown) => void;
}
