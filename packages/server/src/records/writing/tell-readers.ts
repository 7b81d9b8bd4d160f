import { changedFields, type RecordValue } from '@ninefold/model';
import type { Source } from '../../storage/sql-value.ts';
import type { Dialect } from '../../storage/dialect.ts';
import { entityOf } from '../context.ts';
import type { Attempt } from './attempt.ts';
import type { StepBack } from './dependents.ts';
import type { ReaderPath } from './readers.ts';

/** More records than this that come into or out of somebody's rows are told as many. */
const MOST_MOVED = 200;

/** What a write changed; `before` is null for a record that appears, `record` for one that goes. */
interface Change {
  readonly before: RecordValue | null;
  readonly record: RecordValue | null;
}

/** Tells of records of other entities whose readers this change decides: who gains or loses them hears of them. */
export async function tellReaders(own: Attempt, change: Change): Promise<void> {
  for (const path of own.readers.get(own.entity.id) ?? []) {
    if (!decides(own, path, change)) continue;
    const ids = path.steps === null ? null : await startsOf(own.tx, path.steps, change);
    if (ids === null) own.tx.changed({ entity: path.entity, id: null });
    else if (ids.length > 0) await tellMoved(own, path, change, ids);
  }
}

/** Whether the change is one of what is read of the record, or of what it belongs to. */
function decides({ entity }: Attempt, { steps, reads }: ReaderPath, { before, record }: Change): boolean {
  const belongs = steps === null ? null : (steps[0]?.field ?? null);
  if (before === null || record === null) return steps === null || belongs !== null;
  const changed = changedFields(entity, before, record);
  return [belongs, reads].some((name) => {
    if (name === null) return false;
    const field = entity.fields[name];
    if (field) return field.computed?.live === true || changed.includes(name);
    return name.startsWith('state') ? before.state !== record.state : true;
  });
}

/** The records at the beginning of the way; null where they are too many. */
async function startsOf(
  tx: Source & { readonly dialect: Dialect },
  steps: readonly StepBack[],
  { before, record }: Change,
): Promise<readonly string[] | null> {
  let ids: readonly string[] = [(record ?? before)?.id ?? ''];
  for (const [index, { text, field }] of steps.entries()) {
    const limited = `SELECT x."id" FROM (${text ?? ''}) AS x LIMIT ${String(MOST_MOVED + 1)}`;
    const found = text === null ? [] : await tx.all(limited, [tx.dialect.list(ids)]);
    const named = index > 0 || field === null ? [] : [before?.[field], record?.[field]].flatMap(idsIn);
    ids = [...new Set([...found.map(({ id }) => String(id)), ...named])];
    if (ids.length > MOST_MOVED) return null;
  }
  return ids;
}

function idsIn(value: unknown): readonly string[] {
  return (Array.isArray(value) ? value : [value]).flatMap((item: unknown) => identity(item) ?? []);
}

async function tellMoved(own: Attempt, path: ReaderPath, change: Change, ids: readonly string[]): Promise<void> {
  const { load, deciding } = own.plans(entityOf(own.context, path.entity).id);
  const loaded = await load.load(own.tx, ids, own.scope);
  for (const [id, draft] of loaded) {
    const then = asBefore(draft, path, change) as Readonly<Record<string, unknown>>;
    const read = [...deciding].map((name) => [name, then[name]] as const);
    own.tx.changed({ entity: path.entity, id, moved: { id, ...Object.fromEntries(read) } });
  }
}

/** A record as it would be read, had the change at the end of the way not been made. */
function asBefore(value: unknown, { names, steps }: ReaderPath, change: Change): unknown {
  const belongs = steps?.[0]?.field ?? null;
  return walk(value, names);

  function walk(at: unknown, rest: readonly string[]): unknown {
    const [name, ...further] = rest;
    if (Array.isArray(at)) return at.map((item: unknown) => walk(item, rest));
    if (typeof at !== 'object' || at === null || name === undefined) return at;
    const inner: unknown = at[name as keyof typeof at];
    const old = further.length > 0 ? walk(inner, further) : belongs === null ? replaced(inner) : members(at, inner);
    return { ...at, [name]: old };
  }

  function replaced(inner: unknown): unknown {
    if (Array.isArray(inner)) return inner.map(replaced);
    return change.before !== null && identity(inner) === change.before.id ? change.before : inner;
  }

  /** Those that belonged to the holder. */
  function members(holder: object, inner: unknown): unknown {
    const { before, record } = change;
    const others = (Array.isArray(inner) ? inner : []).filter((item: unknown) => identity(item) !== record?.id);
    const wasIn = before !== null && idsIn(before[belongs ?? '']).includes(identity(holder) ?? '');
    return wasIn ? [...others, before] : others;
  }
}

function identity(value: unknown): string | null {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string' ? value.id : null;
}
