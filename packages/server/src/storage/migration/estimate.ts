import type { Change, ChangeKind } from './changes/change.ts';

/**
 * Rows a second, a rough guess: what the database does by itself, what
 * is read, worked out and written row by row, and what is only looked at.
 */
const BY_ITSELF = 20_000;
const ROW_BY_ROW = 3000;

const RATES: Readonly<Partial<Record<ChangeKind, number>>> = {
  field_filled: BY_ITSELF,
  field_gone: BY_ITSELF,
  entity_gone: BY_ITSELF,
  history_gone: BY_ITSELF,
  option_renamed: BY_ITSELF,
  option_gone: BY_ITSELF,
  state_renamed: BY_ITSELF,
  state_gone: BY_ITSELF,
  search_rebuilt: BY_ITSELF,
  index_added: BY_ITSELF,
  type_changed: ROW_BY_ROW,
  computed_filled: ROW_BY_ROW,
  computed_replaced: ROW_BY_ROW,
};

/** How long a migration takes that makes these changes, in whole seconds, roughly: half of it or twice as long. */
export function secondsFor(changes: readonly Change[]): number {
  return Math.ceil(changes.reduce((sum, { kind, rows }) => sum + rows / (RATES[kind] ?? Infinity), 0));
}
