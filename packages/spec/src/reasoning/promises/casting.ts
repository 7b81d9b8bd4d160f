import {
  findOf,
  evaluate,
  idOf,
  isList,
  type Approvals,
  type Entity,
  type Model,
  type Node,
  type Value,
  type Wire,
} from '@ninefold/model';
import { replaced } from '../actors.ts';
import { inlined } from '../inline.ts';
import { pathOf, stepsOf } from '../leaf.ts';
import { scopeOf, type Assignment } from '../world.ts';
import { stateLeft } from './entering.ts';
import type { Move } from './moves.ts';
import { askedBy, caseWhere, wholeList, type Asked } from './pressing.ts';
import { fixedLimits } from '../fixed-limits.ts';

/** Who presses a transition with approvals, where `user 1` of an example presses last. */
export interface Casting {
  /** The people of whom the example has to say who they are, by path. */
  readonly given: Readonly<Record<string, readonly Wire[]>>;
  /** Who presses before, one after the other. */
  readonly earlier: readonly string[];
}

/** The move for which people are cast. */
export interface Casted {
  readonly model: Model;
  readonly entity: Entity;
  readonly move: Move;
  readonly crowd?: Crowd;
}

/** People of an example who have the role of which everybody presses a transition, by the transition. */
export type Crowd = ReadonlyMap<string, readonly string[]>;

const ALONE: Casting = { given: {}, earlier: [] };
const LAST = 'user 1';
/** So many people are named at most; nobody follows an example with more. */
const MOST_NAMED = 20;

/**
 * Gives the presses of a move to people of an example, and names as many more as have to press. `isSettled` says of a path that
 * its value may not become another one. Null where that cannot be done.
 */
export function castingOf(
  { model, entity, move, crowd }: Casted,
  example: Assignment,
  isSettled: (path: string) => boolean,
): Casting | null {
  const approvals = move.by === 'people' && move.isPress !== true ? (move.transition?.approvals ?? null) : null;
  if (approvals === null) return ALONE;
  const asked = askedBy(model, entity, approvals);
  if (asked === null) return null;
  if (asked.by === 'role') {
    const others = crowd?.get(move.transition?.id ?? '') ?? [];
    return holdersOf(
      asked,
      approvals,
      others.filter((id) => id !== LAST),
    );
  }
  const seen = seenIn({ model, entity, move }, example);
  const people = caseWhere(asked, (condition) => seen(condition) === true)?.people;
  if (!people) return null;
  const isSingle = people.length === 1 && people[0]?.type.kind !== 'list';
  const isOne = approvals.need === 'any' || approvals.need === 1 || (approvals.need === 'all' && isSingle);
  if (isOne && (isSingle || !approvals.ordered)) return ALONE;
  return namedCasting({ entity, approvals, people, model, move }, example, isSettled);
}

type Seen = (tree: Node) => Value | undefined;

/** What conditions and lists of approvals come to in an example: they see the record as the move leaves it behind. */
function seenIn({ model, entity, move }: Pick<Named, 'model' | 'entity' | 'move'>, example: Assignment): Seen {
  const today = example.get('today');
  const place = { entity: entity.id, today: typeof today === 'string' ? today : ANY_DAY, limits: fixedLimits(model) };
  const scope = scopeOf(example, model, place);
  const early = stateLeft(entity, move);
  return (tree) =>
    evaluate({ source: '', type: tree.type, tree: replaced(inlined(tree, model), early), reads: [] }, scope);
}

const ANY_DAY = '2026-03-05';

/** Whether examples can say at all who presses for a move. */
export function canBeCast(model: Model, entity: Entity, { transition }: Move): boolean {
  const approvals = transition?.approvals ?? null;
  const asked = approvals && askedBy(model, entity, approvals);
  return approvals === null || (asked !== null && (asked.by === 'record' || holdersOf(asked, approvals, []) !== null));
}

/**
 * People with a role; where everybody with it has to press, `user 1` and the crowd are all of them. In which order several are asked is
 * not known, and where everybody has the role neither who they all are.
 */
function holdersOf(
  { isEverybodys }: Extract<Asked, { readonly by: 'role' }>,
  { need, ordered }: Approvals,
  crowd: readonly string[],
): Casting | null {
  if (isEverybodys && (ordered || need === 'all')) return null;
  if (need === 'all') return ordered && crowd.length > 0 ? null : { given: {}, earlier: crowd };
  const count = typeof need === 'number' ? need : 1;
  return (ordered && count > 1) || count > MOST_NAMED ? null : { given: {}, earlier: others(count - 1) };
}

function others(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `user of approvals ${String(index + 1)}`);
}

interface Named {
  readonly model: Model;
  readonly entity: Entity;
  readonly move: Move;
  readonly approvals: Approvals;
  readonly people: readonly Node[];
}

function namedCasting(
  { model, entity, move, approvals, people: asPeople }: Named,
  example: Assignment,
  isSettled: (path: string) => boolean,
): Casting | null {
  const { need, ordered } = approvals;
  const values = new Map<string, Wire>();
  const people = asPeople.map(wholeList);
  const paths = people.map(pathOf);
  const fresh = [...others(MOST_NAMED)];
  if (typeof need === 'number' && need + people.length > MOST_NAMED / 2) return null;
  for (const node of people) {
    const path = pathOf(node);
    if (path === null || isWorkedOut(entity, path)) return null;
    name(node, { example, values, fresh });
  }
  const creator = idOf(example.get('record.created_by') ?? null);
  const askedNow = (): readonly string[] =>
    [...new Set(paths.flatMap((path) => idsIn(values.get(path ?? ''))))].filter((id) => id !== creator);
  const count = need === 'all' ? askedNow().length : need === 'any' ? 1 : need;
  const [list] = people.length === 1 && people[0]?.type.kind === 'list' ? paths : [];
  if (list && !isSettled(list)) {
    const before = askedNow().filter((id) => id !== LAST);
    while (before.length < count - 1) before.push(fresh.pop() ?? '');
    const inOrder = [...before.slice(0, count - 1), LAST, ...before.slice(count - 1)];
    values.set(
      list,
      inOrder.map((id) => ({ id })),
    );
  }
  const asked = askedNow();
  const place = asked.indexOf(LAST);
  const seen = seenIn({ model, entity, move }, new Map([...example, ...values]));
  const isWhole = asPeople.every((node, index) => node === people[index] || isSame(seen, node, people[index]));
  if (!isWhole || place < 0 || asked.length < count || (ordered && place !== count - 1)) return null;
  const given = Object.fromEntries([...values].map(([path, value]) => [path, [value]]));
  return { given, earlier: asked.filter((id) => id !== LAST).slice(0, count - 1) };
}

/** Whether a filter leaves all of its list. */
function isSame(seen: Seen, filter: Node, list: Node | undefined): boolean {
  const [some, all] = [seen(filter), list && seen(list)];
  return Array.isArray(some) && Array.isArray(all) && some.length === all.length;
}

interface Naming {
  readonly example: Assignment;
  readonly values: Map<string, Wire>;
  readonly fresh: string[];
}

/** What the example says of a value, or somebody of whom it says nothing; nobody behind a blank. */
function name(node: Node, naming: Naming): Wire {
  const { example, values, fresh } = naming;
  const path = pathOf(node) ?? '';
  const known = values.get(path) ?? example.get(path);
  const isThere = node.node !== 'field' || node.of.node === 'variable' || name(node.of, naming) !== null;
  const entity = node.type.kind === 'record' ? node.type.entity : '';
  const id = entity === 'user' ? fresh.pop() : `${entity} of approvals`;
  const value: Wire = known ?? (!isThere || known === null ? null : node.type.kind === 'list' ? [] : { id: id ?? '' });
  values.set(path, value);
  return value;
}

/** A value that follows from others is nobody's choice. */
function isWorkedOut({ fields }: Entity, path: string): boolean {
  const [, field = ''] = stepsOf(path);
  const own = fields[field];
  return own === undefined || own.computed !== null || own.copy !== null || findOf(own) !== null;
}

function idsIn(value: Wire | undefined): readonly string[] {
  return isList(value) ? value.flatMap((one) => idOf(one) ?? []) : [idOf(value ?? null) ?? []].flat();
}

/** A press before the last of a move, which leaves the record as it is. */
export function pressOf({ lifecycles }: Entity, move: Move): Move {
  const { transition, cycle } = move;
  if (transition === null) return move;
  const from = cycle === 'state' ? transition.from : [lifecycles[cycle]?.initial ?? ''];
  const still = { to: 'same', branches: [], set: [], effects: [], onRefusal: [], restart: false } as const;
  return { ...move, enters: null, isPress: true, transition: { ...transition, ...still, id: '', from } };
}
