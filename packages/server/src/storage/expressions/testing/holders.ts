import { evaluate, formatDecimal, type Holder, type Scope } from '@ninefold/model';
import { fieldsOf, type Row, type Rows, type Table } from './rows.ts';

const TARGETS: Readonly<Record<string, Table>> = {
  requester: 'user',
  team: 'team',
  manager: 'user',
  lead: 'user',
  for: 'user',
  watchers: 'user',
  teams: 'team',
};

/** Whether a field of a row is there to be read. */
export type Shown = (table: Table, row: Holder, field: string) => boolean;

const ALL: Shown = () => true;

/** A row as the evaluator reads it, every reference loaded as far as anybody asks; what is not shown is not there. */
export function holderOf(
  rows: Rows,
  table: Table,
  id: string | null,
  scope: Scope,
  shown: Shown = ALL,
  below: Shown = shown,
): Holder | null {
  const whole = wholeOf(rows, table, id, scope, below);
  const full = shown === ALL || whole === null ? whole : wholeOf(rows, table, id, scope, ALL);
  if (whole === null || full === null) return null;
  for (const name of Object.keys(whole)) if (!shown(table, full, name)) Reflect.deleteProperty(whole, name);
  return whole;
}

function wholeOf(rows: Rows, table: Table, id: string | null, scope: Scope, below: Shown): Holder | null {
  const row = rows[table].find((candidate) => candidate.id === id);
  if (!row) return null;
  const holder = loaded(rows, row, scope, below);
  if (table !== 'ticket') return holder;
  Object.assign(holder, { version: 1, state_final: row['state'] === 'closed' });
  for (const field of fieldsOf('ticket')) {
    if (!field.computed) continue;
    const { expression } = field.computed;
    defineLate(holder, field.id, () => {
      const seen = { ...loaded(rows, row, scope, ALL), state_final: row['state'] === 'closed' };
      const value = evaluate(expression, { ...scope, record: seen });
      return typeof value === 'bigint' ? formatDecimal(value, 2) : (value ?? null);
    });
  }
  return holder;
}

function loaded(rows: Rows, row: Row, scope: Scope, shown: Shown): Holder & object {
  const holder = {};
  for (const [name, value] of Object.entries(row)) {
    const target = TARGETS[name];
    const one = (id: string | null) => (target ? holderOf(rows, target, id, scope, shown) : null);
    if (name === 'lines')
      defineLate(holder, name, () => (value as Row[]).map((line) => loaded(rows, line, scope, shown)));
    else if (!target) Object.assign(holder, { [name]: value });
    else defineLate(holder, name, () => (Array.isArray(value) ? value.map(one) : one(value as string | null)));
  }
  return holder;
}

/** A property that is worked out when it is first asked for. */
function defineLate(holder: object, name: string, read: () => unknown): void {
  const get = (): unknown => {
    const value = read();
    Object.defineProperty(holder, name, { value, enumerable: true, configurable: true });
    return value;
  };
  Object.defineProperty(holder, name, { get, enumerable: true, configurable: true });
}
