import { isMap, type Model, type Scope, type Wire } from '@ninefold/model';
import { holderOf, keysOf, lastStep, type Leaf } from './leaf.ts';
import { MEMBER } from './memberships.ts';
import { OPAQUE } from './opaque.ts';

/** Values by path. A path that is missing is not known yet. */
export type Assignment = ReadonlyMap<string, Wire>;

/** The records that variables always hold: one each, with different ids. */
const ROOTS = ['record', 'before', 'user', 'line', 'input', 'option', 'approver', OPAQUE, MEMBER] as const;

type Loose = Record<string, Wire | undefined>;

/** The identity of what a path holds, as far as it is known: that of a variable, or of a reference. */
export function identityOf(path: string, assignment: Assignment, entity: string): string | undefined {
  if (path === 'user') return 'user 1';
  if (path === 'record' || path === 'before') return `${entity} 1`;
  const value = assignment.get(path);
  return isMap(value) && typeof value.id === 'string' ? value.id : undefined;
}

/** What an expression sees of an assignment. Nothing but what is assigned exists: the evaluator leaves the rest undecided. */
export function scopeOf(assignment: Assignment, model: Model, place: ScopePlace): Scope {
  const roots: Record<string, Loose> = {};
  for (const root of ROOTS) roots[root] = {};
  roots['user'] = { id: 'user 1' };
  roots['record'] = { id: `${place.entity} 1` };
  roots['before'] = { id: `${place.entity} 1` };
  for (const [path, value] of assignment) put(roots, path, value);
  const today = text(assignment.get('today')) ?? place.today;
  const scope = {
    ...roots,
    limits: place.limits,
    today,
    now: text(assignment.get('now')) ?? `${today}T09:00:00.000Z`,
    timeZone: model.timeZone,
    transition: assignment.get('transition') as Scope['transition'], // a text or undefined: see the domains
    creating: assignment.get('creating') === true,
  };
  return scope as unknown as Scope; // each root is a plain holder
}

export interface ScopePlace {
  /** The entity of `record`. */
  readonly entity: string;
  readonly today: string;
  readonly limits: Scope['limits'];
}

function text(value: Wire | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

function put(roots: Readonly<Record<string, Loose>>, path: string, value: Wire): void {
  const keys = keysOf(path);
  const last = keys.at(-1);
  if (keys.length < 2 || last === undefined) return;
  let at: Loose | null = roots[keys[0] ?? ''] ?? null;
  for (let index = 1; index < keys.length - 1 && at !== null; index += 1) at = asLoose(at[keys[index] ?? '']);
  if (at !== null) at[last] = isMap(value) ? { ...value } : value;
}

function asLoose(value: Wire | undefined): Loose | null {
  return isMap(value) ? value : null;
}

/** The value that a leaf has to have since the same record is read under another path; undefined where it is free. */
export function knownElsewhere(leaf: Leaf, assignment: Assignment, entity: string): Wire | undefined {
  const holder = holderOf(leaf.path);
  if (holder === null || holder === 'before' || leaf.path.startsWith('limits.')) return undefined;
  const id = identityOf(holder, assignment, entity);
  if (id === undefined || (holder.startsWith('before.') && id === `${entity} 1`)) return undefined;
  for (const [path, value] of assignment) {
    const other = holderOf(path);
    if (other === null || other === holder || other === 'before' || lastStep(path) !== lastStep(leaf.path)) continue;
    if (other.startsWith('before.') && id === `${entity} 1`) continue; // the record as it was
    if (identityOf(other, assignment, entity) === id) return value;
  }
  return undefined;
}

/** True where a leaf is read through a reference that is blank: it then has no value of its own. */
export function isBehindBlank(leaf: Leaf, assignment: Assignment): boolean {
  const holder = holderOf(leaf.path);
  return holder !== null && assignment.has(holder) && assignment.get(holder) === null;
}
