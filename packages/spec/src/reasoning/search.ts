import {
  evaluate,
  idOf,
  isList,
  shortDecimal,
  todayIn,
  type Expression,
  type Model,
  type Value,
  type Wire,
} from '@ninefold/model';
import type { Domain } from './domains.ts';
import type { Leaf } from './leaf.ts';
import { ofBlanks, type Opaque } from './opaque.ts';
import { isBehindBlank, knownElsewhere, scopeOf, type Assignment, type ScopePlace } from './world.ts';

/** What is searched: values that make every goal come out as it should. */
export interface Search {
  readonly model: Model;
  readonly place: ScopePlace;
  readonly goals: readonly SearchGoal[];
  /** What the evaluator never leaves undecided: chosen before anything is judged. */
  readonly known: readonly Leaf[];
  readonly domains: ReadonlyMap<string, Domain>;
  /** Parts that stand for themselves, by path. */
  readonly parts: ReadonlyMap<string, Opaque>;
  /** Whether this value of this path stands for no other. */
  readonly isExact: (path: string, value: Wire) => boolean;
  /** Verdicts of the evaluator that may still be asked for. */
  left: number;
  /** False once something could not be chosen. */
  isComplete: boolean;
  /** What values were chosen for: the verdict rests on no others. */
  readonly tried: Set<string>;
}

export interface SearchGoal {
  readonly expression: Expression;
  readonly holds: boolean;
  readonly leaves: readonly Leaf[];
}

/** Depth first; a goal that already fails ends the branch, and what the first open goal reads is chosen next. */
export function explore(search: Search, assignment: Assignment): Assignment | null {
  search.left -= 1;
  if (search.left <= 0) return null;
  const unknown = search.known.find(({ path }) => !assignment.has(path));
  if (unknown) return tryValues(search, assignment, unknown);
  const open = undecided(search, assignment);
  if (open === null) return null;
  if (open.length === 0) return assignment;
  const free = open
    .map(({ leaves }) => leaves.filter((leaf) => isFree(leaf, assignment)))
    .sort((a, b) => a.length - b.length) // what has fewest values left to choose fails first
    .flat();
  // What a part is made of may settle it: the part itself is chosen last.
  const next = search.parts.size === 0 ? free[0] : (free.find(({ path }) => !search.parts.has(path)) ?? free[0]);
  if (next) return tryValues(search, assignment, next);
  search.isComplete = false;
  return null;
}

function isFree(leaf: Leaf, assignment: Assignment): boolean {
  return !assignment.has(leaf.path) && !isBehindBlank(leaf, assignment);
}

function tryValues(search: Search, assignment: Assignment, leaf: Leaf): Assignment | null {
  const elsewhere = knownElsewhere(leaf, assignment, search.place.entity);
  const known = elsewhere === undefined ? settled(search, assignment, leaf) : elsewhere;
  const chosen = known === undefined ? apart(search, assignment, leaf) : [known];
  const values = atOneMoment(search, assignment, leaf) ?? chosen;
  for (const value of values) {
    const found = explore(search, new Map(assignment).set(leaf.path, value));
    if (found !== null) return found;
  }
  return null;
}

/** The values to try. Of records that nothing has named yet, each stands for all others: one of them is enough. */
function apart({ domains, tried }: Search, assignment: Assignment, { path, type }: Leaf): readonly Wire[] {
  const values = domains.get(path)?.values ?? [];
  tried.add(path);
  if (type.kind !== 'record') return values;
  const named = new Set([...assignment.values()].flatMap(idsIn));
  const fresh = values.find((value) => isNobodyYet(value, named));
  return values.filter((value) => value === fresh || !isNobodyYet(value, named));
}

function isNobodyYet(value: Wire, named: ReadonlySet<string>): boolean {
  const id = idOf(value);
  return id !== null && !HELD.test(id) && !named.has(id);
}

/** What variables hold: the person who acts, and the record. */
const HELD = /^\w+ 1$/;

function idsIn(value: Wire): readonly string[] {
  return isList(value) ? value.flatMap(idsIn) : [idOf(value) ?? []].flat();
}

/** The day and the instant are those of one moment: whichever is chosen second follows from the first. */
function atOneMoment({ domains, model }: Search, assignment: Assignment, { path }: Leaf): readonly Wire[] | null {
  const [now, today] = [assignment.get('now'), assignment.get('today')];
  if (path === 'today' && typeof now === 'string') return [todayIn(model.timeZone, now)];
  if (path !== 'now' || typeof today !== 'string') return null;
  const sameDay = domains.get('now')?.values.filter((one) => todayIn(model.timeZone, String(one)) === today) ?? [];
  return sameDay.length > 0 ? sameDay : [`${today}T09:00:00.000Z`];
}

/** What a part comes to whatever the values that are not known yet: by those that stand for no others. */
function settled(search: Search, assignment: Assignment, { path }: Leaf): Wire | undefined {
  const opaque = search.parts.get(path);
  if (!opaque?.isPlain) return undefined;
  const exact = new Map([...assignment].filter(([name, value]) => search.isExact(name, value)));
  const found = wireOf(evaluate(opaque.expression, scopeOf(exact, search.model, search.place)));
  return found === undefined && opaque.expression.tree ? ofBlanks(opaque.expression.tree, exact) : found;
}

/** A value as it is written; undefined for what has no such form. */
export function wireOf(value: Value | undefined): Wire | undefined {
  if (typeof value === 'bigint') return shortDecimal(value);
  return typeof value === 'boolean' || typeof value === 'string' || value === null ? value : undefined;
}

/** The goals that are not decided yet; null where one fails. */
function undecided(search: Search, assignment: Assignment): Search['goals'] | null {
  const scope = scopeOf(assignment, search.model, search.place);
  const open: SearchGoal[] = [];
  for (const goal of search.goals) {
    const value = evaluate(goal.expression, scope);
    if (value === undefined) open.push(goal);
    else if ((value === true) !== goal.holds) return null;
  }
  return open;
}
