import type { CsvRow } from './csv.ts';
import { moment } from './moment.ts';

export interface Change {
  readonly field: string;
  readonly old: string | null;
  readonly new: string | null;
}

export interface Event {
  readonly record: string;
  /** Before now. */
  readonly minutes: number;
  /** Empty: the application itself. */
  readonly by: string;
  readonly kind: 'create' | 'update' | 'transition' | 'press' | 'comment';
  readonly transition?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly changes?: readonly Change[] | undefined;
  readonly input?: object | undefined;
}

export const HISTORY_COLUMNS = ['record', 'at', 'by', 'kind', 'transition', 'from', 'to', 'changes', 'input'];

/** One row of a `<entity>.history.csv`. */
export function historyRow(one: Event): CsvRow {
  return {
    record: one.record,
    at: moment(one.minutes),
    by: one.by,
    kind: one.kind,
    transition: one.transition ?? '',
    from: one.from ?? '',
    to: one.to ?? '',
    changes: one.changes === undefined || one.changes.length === 0 ? '' : JSON.stringify(one.changes),
    input: one.input === undefined ? '' : JSON.stringify(one.input),
  };
}
