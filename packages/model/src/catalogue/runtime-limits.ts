import type { LimitEntry } from '../ir/limit.ts';

function runtime(id: string, value: number, unit: string): LimitEntry {
  const plain = { dated: [], editableBy: [], to: null, named: null, options: [], scale: null } as const;
  return { ...plain, id, type: 'integer', value, unit, runtime: true, overridden: false };
}

const ENTRIES: readonly LimitEntry[] = [
  runtime('toast_ms', 5000, 'ms'),
  runtime('select_menu_px', 300, 'px'),
  runtime('locale_retries', 5, 'count'),
  runtime('locale_retry_ms', 350, 'ms'),
  runtime('page_size', 25, 'count'),
  runtime('total_cap', 10_000, 'count'),
  runtime('session_hours', 12, 'hours'),
  runtime('sign_in_tries', 5, 'count'),
  runtime('sign_in_wait_seconds', 60, 'seconds'),
  runtime('sign_in_account_tries', 100, 'count'),
  runtime('sign_in_account_seconds', 3600, 'seconds'),
  runtime('sign_in_known_days', 30, 'days'),
  runtime('sign_in_address_tries', 60, 'count'),
  runtime('sign_in_address_seconds', 300, 'seconds'),
  runtime('password_checks', 4, 'count'),
  runtime('password_waiting', 40, 'count'),
  runtime('audit_days', 730, 'days'),
  runtime('body_bytes', 1_048_576, 'bytes'),
  runtime('body_seconds', 60, 'seconds'),
  runtime('intake_bytes', 204_800, 'bytes'),
  runtime('intake_anonymous_bytes', 32_768, 'bytes'),
  runtime('where_length', 4000, 'characters'),
  runtime('where_parts', 500, 'count'),
  runtime('where_depth', 32, 'levels'),
  runtime('where_items', 200, 'count'),
  runtime('where_cost', 20_000, 'count'),
  runtime('read_ms', 5000, 'ms'),
  runtime('reads_at_once', 4, 'count'),
  runtime('reads_waiting', 200, 'count'),
  runtime('reads_waiting_each', 20, 'count'),
  runtime('read_wait_ms', 10_000, 'ms'),
  runtime('stalled_ms', 60_000, 'ms'),
  runtime('lock_ms', 5000, 'ms'),
  runtime('cascade', 10, 'count'),
  runtime('bulk_records', 2000, 'count'),
  runtime('batch_writes', 100, 'count'),
  runtime('import_bytes', 1_000_000_000, 'bytes'),
  runtime('import_pace_bytes', 65_536, 'bytes'),
  runtime('import_problems', 100, 'count'),
  runtime('import_undo', 10_000, 'count'),
  runtime('import_rejects', 10_000, 'count'),
  runtime('xlsx_bytes', 10_000_000, 'bytes'),
  runtime('xlsx_rows', 20_000, 'count'),
  runtime('idempotency_hours', 24, 'hours'),
  runtime('key_days', 366, 'days'),
  runtime('trash_days', 30, 'days'),
  runtime('draft_days', 14, 'days'),
  runtime('draft_count', 20, 'count'),
  runtime('draft_bytes', 200_000, 'bytes'),
  runtime('picker_wait_ms', 200, 'ms'),
  runtime('picker_recent', 5, 'count'),
  runtime('watch_ms', 3000, 'ms'),
  runtime('presence_seconds', 15, 'seconds'),
  runtime('live_connections', 2000, 'count'),
  runtime('live_pages', 20, 'count'),
];

/** The runtime's own constants, by id. A specification overrides one by giving it a value under `limits`. */
export const RUNTIME_LIMITS: Readonly<Record<string, LimitEntry>> = Object.fromEntries(
  ENTRIES.map((entry) => [entry.id, entry]),
);
