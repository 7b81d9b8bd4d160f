import { AWAITED, DISTINCT, type Node, pressList, type Type } from '@ninefold/model';
import { forOneOfThem } from './check-deputies.ts';
import { checkHolder } from './check-part.ts';
import { type Context, type Local, mention, nameRange, type Typed, wrong } from './context.ts';
import { ISSUES } from '../syntax/issues.ts';
import { nearest } from '../schema/nearest.ts';
import { type Asked, COMMON_VARIABLES } from '../schema/place.ts';
import { type Ast, parse } from '../syntax/parse.ts';
import { BOOLEAN, BROKEN, DATETIME, listOf, NUMBER, TEXT, typeName, USERS } from '../schema/types.ts';

/** The name behind which a record has a list of users for each transition with approvals. */
export const AWAITS = 'awaits';

const USER: Type = { kind: 'record', entity: 'user' };

/** Before the variables that are no author's: no id begins so. */
const OWN = '_';

/** The part of `a.awaits.b` before `awaits`; null for every other part. */
export function holderOfAwaits(of: Ast): Ast | null {
  return of.op === '.' && of.args[1] === AWAITS ? of.args[0] : null;
}

/** `a.awaits.b`: the people whose press is missing, as a condition on those who are asked. */
export function checkAwaits(ast: Ast, record: Ast, transition: string, context: Context): Typed | null {
  const holder = checkHolder(record, context);
  if (holder === null || holder.node.type === BROKEN) return holder;
  const { type } = holder.node;
  const at = nameRange(ast, transition);
  const known = type.kind === 'record' ? (context.place.schema.approvalNames?.(type.entity) ?? []) : [];
  if (type.kind !== 'record' || known.length === 0)
    return wrong(context, at, ISSUES.unknownField, { name: AWAITS, entity: typeName(type), nearest: '' });
  const asked = context.place.schema.approvals?.(type.entity, transition) ?? null;
  if (asked === null)
    return wrong(context, at, ISSUES.unknownTransition, { name: transition, nearest: nearest(transition, known) });
  mention(context, at, `transition ${type.entity}.${transition}`, USERS);
  const people = askedOf(at, holder, asked, context);
  return people && onceEach(awaitedOf(holder, people, asked, context));
}

/** A list of people who may be asked twice, each once. */
export function onceEach({ node, paths }: Typed): Typed {
  return { node: { node: 'call', type: node.type, fn: DISTINCT, args: [node] }, paths };
}

/**
 * The people who are asked for their approval of a record, without blanks and who created it. Whoever has left is asked only where
 * somebody may press in their place.
 */
export function askedOf(
  at: { readonly start: number; readonly end: number },
  record: Typed,
  { of, substitute, escalateTo }: Asked,
  context: Context,
): Typed | null {
  const found = checkInside(
    at,
    of,
    { values: { record }, fits: isPeople },
    { ...context, place: { ...context.place, guarded: false } },
  );
  if (found === null) return null;
  const { type } = found.node;
  const list: Node = type.kind === 'list' ? found.node : { node: 'list', type: USERS, items: [found.node] };
  const one = variable(`${OWN}asked`);
  const asked = { node: one, paths: found.paths };
  const ways = [substitute, escalateTo].filter((way) => way !== null);
  const standIns = ways.map((way) => someStandsIn(way, { record, approver: asked }, context));
  if (standIns.includes(null)) return null;
  const isThere = presence(asked, context);
  const body = call('and', [
    standIns.length === 0 ? isThere : call('or', [isThere, ...standIns.filter((each) => each !== null)]),
    call('ne', [one, member(record, 'created_by', USER, context)]),
  ]);
  return filtered({ node: list, paths: found.paths }, one.name, body);
}

/** Whether a person is active and not deleted. */
function presence(person: Typed, context: Context): Node {
  const isTrashed = member(person, 'trashed_at', DATETIME, context);
  return call('and', [member(person, 'active', BOOLEAN, context), call('blank', [isTrashed])]);
}

/** Whether somebody is there whom an expression lets press in the place of an approver; null where it is wrong. */
function someStandsIn(
  source: string,
  values: { readonly record: Typed; readonly approver: Typed },
  context: Context,
): Node | null {
  const found = checkInside({ start: 0, end: 0 }, source, { values, fits: isPeople }, context);
  if (found === null) return null;
  const isAnother = (person: Typed): readonly Node[] => [
    presence(person, context),
    call('ne', [person.node, member(values.record, 'created_by', USER, context)]),
  ];
  if (found.node.type.kind !== 'list') return call('and', [call('filled', [found.node]), ...isAnother(found)]);
  const one = variable(`${OWN}stand_in`);
  const body = call('and', isAnother({ node: one, paths: found.paths }));
  return { node: 'macro', type: BOOLEAN, fn: 'exists', list: found.node, variable: one.name, body };
}

/** Those of them whose press is missing, while the record is in a state out of which the transition leads. */
export function awaitedOf(record: Typed, people: Typed, { transition, field, from }: Asked, context: Context): Typed {
  const covered = pressList({ kind: 'for', transition });
  const one = variable(AWAITED);
  const states: Node = {
    node: 'list',
    type: listOf(TEXT),
    items: from.map((value) => ({ node: 'literal', type: TEXT, value })),
  };
  const body = call('and', [
    call('in', [member(record, field, TEXT, context), states]),
    call('not', [call('in', [one, member(record, covered, USERS, context)])]),
  ]);
  return filtered(people, one.name, body);
}

/** Who is awaited, and what else is asked of those who press. */
export interface Pressing {
  readonly record: Typed;
  readonly awaited: Typed;
  readonly asked: Asked;
  /** Source of the guard of the transition. */
  readonly when: string | null;
}

/**
 * Whether `user` may press now: for themselves, as a substitute or deputy who has not pressed, or to complete what nobody is awaited
 * for any more.
 */
export function pressOf(pressing: Pressing, context: Context): Node | null {
  const user: Typed = { node: variable('user'), paths: [] };
  const own = placeOf(pressing, user, context);
  const others = forOneOfThem(context, (person) => deputisedOf(pressing, person, context));
  const count: Node = { node: 'call', type: NUMBER, fn: 'size', args: [pressing.awaited.node] };
  const nobody = call('eq', [count, { node: 'literal', type: NUMBER, value: '0' }]);
  const hasPressed = pressedBy(pressing, user, context);
  const isNew = call('not', [hasPressed]);
  const isNotCreator = call('not', [isCreatorOf(pressing, user, context)]);
  return (
    own && others && call('or', [own, call('and', [hasPressed, nobody]), call('and', [isNotCreator, isNew, others])])
  );
}

/** Whether a person is one in whose place their deputies may press: they may press themselves, and the guard holds for them too. */
export function deputisedOf(pressing: Pressing, person: Typed, context: Context): Node | null {
  const own = placeOf(pressing, person, context);
  const { when, record } = pressing;
  if (own === null || when === null) return own;
  const guard = guardOf(when, { record, user: person }, context);
  return call('and', [guard, own]);
}

/** The guard of a transition for a person; where it asks for more than the record and the person, nobody is deputised. */
function guardOf(when: string, values: Readonly<Record<string, Typed>>, context: Context): Node {
  const tried: Context = { ...context, reads: new Set(), names: { broken: false } };
  const place = { ...tried.place, guarded: true };
  const guard = checkInside(
    { start: 0, end: 0 },
    when,
    { values, fits: isCondition, seesApprovals: true },
    { ...tried, place, issues: [] },
  );
  if (guard === null) return NEVER;
  for (const path of tried.reads) context.reads.add(path);
  return guard.node;
}

/** Whether a person may press: for themselves, or as a substitute who has not pressed. */
function placeOf({ record, awaited, asked }: Pressing, person: Typed, context: Context): Node | null {
  const next: Node = { node: 'call', type: USER, fn: 'first', args: [awaited.node] };
  const own = asked.ordered ? call('eq', [person.node, next]) : call('in', [person.node, awaited.node]);
  const hasPressed = pressedBy({ record, asked }, person, context);
  const isCreator = isCreatorOf({ record }, person, context);
  const place = { record, asked, person };
  const substitutes = asked.ordered
    ? actsFor({ node: next, paths: awaited.paths }, place, context)
    : actsForAny(awaited, place, context);
  return (
    substitutes &&
    call('and', [call('not', [isCreator]), call('or', [own, call('and', [call('not', [hasPressed]), substitutes])])])
  );
}

function pressedBy({ record, asked }: Pick<Pressing, 'record' | 'asked'>, person: Typed, context: Context): Node {
  const pressed = pressList({ kind: 'by', transition: asked.transition });
  return call('in', [person.node, member(record, pressed, USERS, context)]);
}

function isCreatorOf({ record }: Pick<Pressing, 'record'>, person: Typed, context: Context): Node {
  return call('eq', [person.node, member(record, 'created_by', USER, context)]);
}

/** Somebody who may be a substitute. */
interface Acting extends Pick<Pressing, 'record' | 'asked'> {
  readonly person: Typed;
}

/** Whether a person may press in the place of one of those who are awaited. */
function actsForAny(awaited: Typed, acting: Acting, context: Context): Node | null {
  const approver = variable(`${OWN}approver`);
  const body = actsFor({ node: approver, paths: awaited.paths }, acting, context);
  return body && { node: 'macro', type: BOOLEAN, fn: 'exists', list: awaited.node, variable: approver.name, body };
}

/** Whether a person may press in the place of an approver; null where an expression for it is wrong. */
function actsFor(approver: Typed, { record, asked, person }: Acting, context: Context): Node | null {
  const { substitute, escalateTo, transition } = asked;
  const values = { record, approver };
  const always = substitute === null ? NEVER : isOneOf(person, substitute, values, context);
  if (escalateTo === null) return always;
  const late = isOneOf(person, escalateTo, values, context);
  const escalated = member(record, pressList({ kind: 'escalated', transition }), USERS, context);
  return always && late && call('or', [always, call('and', [call('filled', [escalated]), late])]);
}

const NEVER: Node = { node: 'literal', type: BOOLEAN, value: false };

/** Whether a person is the one, or one of those, whom an expression of an approver gives. */
function isOneOf(
  person: Typed,
  substitute: string,
  values: Readonly<Record<string, Typed>>,
  context: Context,
): Node | null {
  const found = checkInside({ start: 0, end: 0 }, substitute, { values, fits: isPeople }, context);
  if (found === null) return null;
  for (const path of found.paths) context.reads.add(path);
  return call(found.node.type.kind === 'list' ? 'in' : 'eq', [person.node, found.node]);
}

/** What an expression that is written elsewhere is given, and what type it has to be of. */
interface Inside {
  readonly values: Readonly<Record<string, Typed>>;
  readonly fits: (type: Type) => boolean;
  /** Whether it may ask whose press is missing: what says whom to ask may not. */
  readonly seesApprovals?: boolean;
}

/**
 * An expression that is written elsewhere, with these values for its variables. What is wrong in it is told at `at`; it is told
 * at its own place too.
 */
function checkInside(
  at: { readonly start: number; readonly end: number },
  source: string,
  { values, fits, seesApprovals = false }: Inside,
  context: Context,
): Typed | null {
  const parsed = parse(source, context.place.bounds);
  if ('issue' in parsed) return broken(context);
  const locals = Object.entries(values).map(([name, { node, paths }]): readonly [string, Local] => [
    name,
    { node: name, type: node.type, paths, value: node },
  ]);
  const { mention: _mention, ...place } = context.place;
  const { approvals: _approvals, approvalNames: _names, ...others } = place.schema;
  const schema = seesApprovals ? place.schema : others;
  const issues: Context['issues'] = [];
  const inside: Context = {
    ...context,
    source,
    issues,
    place: { ...place, schema, variables: { ...COMMON_VARIABLES, ...variablesOf(values) } },
    locals: new Map(locals),
    within: OWN,
  };
  const found = checkHolder(parsed.ast, inside);
  const issue = issues.find(({ id }) => id === ISSUES.notAsRows);
  if (issue) return wrong(context, at, ISSUES.notAsRows, issue.params);
  if (found === null || issues.length > 0 || !fits(found.node.type)) return broken(context);
  for (const path of found.paths) context.reads.add(path);
  return found;
}

function variablesOf(values: Readonly<Record<string, Typed>>): Readonly<Record<string, Type>> {
  return Object.fromEntries(Object.entries(values).map(([name, { node }]) => [name, node.type]));
}

function isPeople(type: Type): boolean {
  const item = type.kind === 'list' ? type.of : type;
  return item.kind === 'record' || item.kind === 'null';
}

function isCondition(type: Type): boolean {
  return type.kind === 'boolean';
}

function broken(context: Context): null {
  context.names.broken = true;
  return null;
}

/** A field of what was checked, noted as read. */
function member({ node: of, paths }: Typed, name: string, type: Type, context: Context): Node {
  for (const path of paths) context.reads.add(`${path}.${name}`);
  return { node: 'field', type, of, name };
}

function variable(name: string): Extract<Node, { readonly node: 'variable' }> {
  return { node: 'variable', type: USER, name };
}

function call(fn: string, args: readonly Node[]): Node {
  return { node: 'call', type: BOOLEAN, fn, args };
}

function filtered(list: Typed, name: string, body: Node): Typed {
  return {
    node: { node: 'macro', type: USERS, fn: 'filter', list: list.node, variable: name, body },
    paths: list.paths,
  };
}
