import type { Writer } from '../storage/database/database.ts';

/** Keeps an act in the log, in the transaction that makes it. */
export type Noted = (tx: Writer) => void;
