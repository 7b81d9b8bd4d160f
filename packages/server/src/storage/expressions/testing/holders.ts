import { didList, evaluate, formatDecimal, TREE_LISTS, type Holder, type Scope } from '@ninefold/model';
import { fieldsOf, type Fired, type Row, type Rows, type Table } from './rows.ts';

const TARGETS: Readonly<Record<string, Table>> = {
  requester: 'user',
  team: 'team',
  manager: 'user',
  lead: 'user',
  for: 'user',
  watchers: 'user',
  teams: 'team',
  above: 'team',
  'place.keeper': 'user',
  'place.by.user': 'user',
  'place.by.team': 'team',
  'row.ticket': 'ticket',
  'place.row.ticket': 'ticket',
  'whom.user': 'user',
  'whom.team': 'team',
  'crew.user': 'user',
  'crew.team': 'team',
};

/** Fields that name a line, of which only the id is read. */
const NAME_LINES: ReadonlySet<string> = new Set(['row.lines', 'place.row.lines']);

/** Fields of which only the presence is read. */
const SECRETS: ReadonlySet<string> = new Set(['pin']);

/** Whether a field of a row is there to be read. */
export type Shown = (table: Table, row: Holder, field: string) => boolean;

const ALL: Shown = () => true;

/** A row as the evaluator reads it, every reference loaded as far as anybody asks; what is not shown is not there. */
export function holderOf(
  rows: Rows,
  table: Table,
  {
    id,
    scope,
    shown = ALL,
    below = shown,
  }: {
    readonly id: string | null;
    readonly scope: Scope;
    readonly shown?: Shown | undefined;
    readonly below?: Shown | undefined;
  },
): Holder | null {
  const whole = wholeOf(rows, table, { id, scope, below });
  const full = shown === ALL || whole === null ? whole : wholeOf(rows, table, { id, scope, below: ALL });
  if (whole === null || full === null) return null;
  for (const name of Object.keys(whole)) if (!shown(table, full, name)) Reflect.deleteProperty(whole, name);
  return whole;
}

function wholeOf(
  rows: Rows,
  table: Table,
  { id, scope, below }: { readonly id: string | null; readonly scope: Scope; readonly below: Shown },
): Holder | null {
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

/** The ids above a team, and those below it level by level. */
function aboveOf(rows: Rows, id: string): readonly string[] {
  const parent = rows.team.find((team) => team.id === id)?.['above'] ?? null;
  return typeof parent === 'string' ? [parent, ...aboveOf(rows, parent)] : [];
}

function belowOf(rows: Rows, id: string): readonly string[] {
  const all = rows.team.map((team) => ({ id: team.id, depth: aboveOf(rows, team.id).indexOf(id) }));
  const below = all.filter(({ depth }) => depth !== -1);
  return below.toSorted((a, b) => a.depth - b.depth || (a.id < b.id ? -1 : 1)).map((team) => team.id);
}

function loaded(rows: Rows, row: Row, scope: Scope, shown: Shown): Holder & object {
  const holder = {};
  const teamsOf = (ids: readonly string[]) => ids.map((id) => holderOf(rows, 'team', { id, scope, shown }));
  if (rows.team.includes(row)) {
    defineLate(holder, TREE_LISTS.ancestors, () => teamsOf(aboveOf(rows, row.id)));
    defineLate(holder, TREE_LISTS.descendants, () => teamsOf(belowOf(rows, row.id)));
  }
  for (const [name, value] of Object.entries(row)) {
    const target = TARGETS[name];
    const one = (id: string | null) => (target ? holderOf(rows, target, { id, scope, shown }) : null);
    if (name === 'lines')
      defineLate(holder, name, () => (value as Row[]).map((line) => loaded(rows, line, scope, shown)));
    else if (name === 'fired')
      defineFired(holder, value as readonly Fired[], (id) => holderOf(rows, 'user', { id, scope, shown }));
    else if (SECRETS.has(name)) Object.assign(holder, { [name]: value === null ? null : true });
    else if (NAME_LINES.has(name)) Object.assign(holder, { [name]: value === null ? null : { id: value } });
    else if (!target) Object.assign(holder, { [name]: value });
    else defineLate(holder, name, () => (Array.isArray(value) ? value.map(one) : one(value as string | null)));
  }
  return holder;
}

/** The lists of who fired each transition, everybody once. */
function defineFired(holder: object, fired: readonly Fired[], user: (id: string) => unknown): void {
  for (const transition of ['take', 'close']) {
    const people = fired.flatMap(({ transition: one, by }) => (one === transition && by !== null ? by : []));
    defineLate(holder, didList(transition), () => [...new Set(people)].map(user));
  }
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
