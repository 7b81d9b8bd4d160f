import type { Sent } from '../../testing/browser.ts';

/** A call that is refused: who makes it, and the status and the entry of the catalogue that answer it. */
export interface RefusedCall extends Sent {
  readonly what: string;
  readonly as: string;
  readonly call: readonly ['GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', string];
  readonly status: number;
  readonly code: string;
  readonly has?: readonly string[];
  readonly hasNot?: readonly string[];
}
