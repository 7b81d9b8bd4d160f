import type { DatabaseSync } from 'node:sqlite';
import { fold } from './fold.ts';

/** Registers the functions that our statements call. */
export function registerFunctions(handle: DatabaseSync): void {
  handle.function('nf_fold', { deterministic: true, directOnly: false }, (text) => (typeof text === 'string' ? fold(text) : null));
}
