import {
  didList,
  idOf,
  isList,
  isMany,
  reachOfAll,
  rolesWith,
  transitionsOf,
  typeOf,
  type Entity,
  type Model,
  type Node,
  type Rule,
  type Wire,
} from '@ninefold/model';
import { backReferenceIn } from '../../back-references.ts';
import { decide, type Goal } from '../../decide.ts';
import { asMade } from '../../domains.ts';
import { isBySystem, withoutUser } from '../by-system.ts';
import { isMadeByCall } from '../calling.ts';
import { canBeCast, castingOf, type Casting, type Crowd } from '../casting.ts';
import { firing } from '../entering.ts';
import { firedSteps, firingsOf, isAllOf } from './firing.ts';
import { concerning, isFreeToChange, lawsOfChange, writing } from '../changes.ts';
import { missingIn } from '../../lacking.ts';
import { lawsOf } from '../laws.ts';
import { makingsOf } from '../making.ts';
import {
  givenAtCreation,
  givenBy,
  goalsOf,
  isCreation,
  isCreationByPeople,
  isFiredElsewhere,
  pressedBy,
  pressedInPlace,
  readElsewhere,
  reactionOf,
  withChanges,
  type Move,
} from '../moves.ts';
import { asNewborn } from '../newborn.ts';
import { askedBy } from '../pressing.ts';
import { nodeText } from '../../node-text.ts';
import type { Reason } from '../../../reason.ts';
import { stepsTo, trying, type Trying } from '../retracing.ts';
import { standing } from '../standing.ts';
import { asPerson, CLOCK, pressedEarlier, stateBeforeStep, SYSTEM, type Taken } from '../stepping.ts';
import { unheard } from '../undisturbed.ts';
import { beforeWaiting } from '../waiting.ts';
import { coursesOf, type Course } from '../ways.ts';
import type { Assignment } from '../../world.ts';
import { afterMove, isStamp } from '../writes.ts';

/** What is known of a promise: no move can break it, or these steps do, or neither could be shown. */
export type PromiseVerdict =
  | { readonly verdict: 'proved' }
  | {
      readonly verdict: 'broken';
      readonly steps: readonly Taken[];
      readonly example: Assignment;
      /** What is known of the record of the promise before its last move. */
      readonly own: Assignment;
    }
  | { readonly verdict: 'undecided'; readonly reason: Reason };

interface Asking {
  readonly model: Model;
  readonly entity: Entity;
  readonly rule: Rule;
  readonly trying: Trying;
  /** It is left out what rules say of the record before the last move: examples are found that were not otherwise. */
  readonly isLoose?: true;
  /** The promise is one of another record: examples break none of this one, which would be refused first. */
  readonly isOfOther?: true;
  readonly crowd?: Crowd;
}

/** Tries every move from every state against a `never` of the entity, those with the fewest steps before them first. */
export function judgePromise(model: Model, entity: Entity, rule: Rule): PromiseVerdict {
  const asking = { model, entity, rule, trying: trying() };
  let reason: Reason | null = null;
  let byMaking: Reason | null = null;
  for (const course of coursesOf(model, entity, [rule.when, rule.check])) {
    const found = judgeFrom(asking, course, MOST_FIRED);
    if (found.verdict === 'broken') return found;
    if (found.verdict !== 'undecided') continue;
    if (isCreation(course.move) && course.move.by === 'others') byMaking = found.reason;
    else reason = found.reason;
  }
  reason ??= sentAlong(asking) ?? elsewhere(asking);
  if (byMaking !== null) {
    const made = judgeMaking(asking, byMaking);
    if (made.verdict === 'broken') return made;
    if (made.verdict === 'undecided') reason ??= made.reason;
  }
  return reason === null ? { verdict: 'proved' } : { verdict: 'undecided', reason };
}

/** So many transitions fire one another at most, each of another record. */
const MOST_FIRED = 3;

/** Whether one last move breaks the promise; where others fire it, whether what they do does. */
function judgeFrom(asking: Asking, course: Course, most: number): PromiseVerdict {
  const found = judgeCourse(asking, course);
  if (found.verdict !== 'undecided' || !isFiredElsewhere(course.move) || most === 0) return found;
  const { model, entity, rule, trying: left } = asking;
  const isBetween = asking.isOfOther === true;
  const firings = rule.lines === null ? firingsOf({ model, entity, rule, course, isBetween }) : [];
  const isKept = isBetween && entity.rules.some(({ sense }) => sense === 'never');
  let isProved = isAllOf(model, entity, course, firings) && !isKept; // a proof rests on no other promise
  for (const firing of firings) {
    const firer = { model, entity: firing.entity, rule: firing.rule, trying: left, isOfOther: true } as const;
    for (const one of coursesOf(model, firing.entity, [firing.rule.check])) {
      if (one.move.transition?.id !== firing.transition.id) continue;
      const fired = judgeFrom(firer, one, most - 1);
      isProved &&= fired.verdict === 'proved';
      if (fired.verdict !== 'broken') continue;
      const both = firedSteps({ model, entity, course, trying: left, firing }, fired.own, fired.steps);
      if (both) return { ...fired, ...both };
    }
    isProved &&= sentAlong(firer, firing.transition.id) === null;
  }
  return isProved ? { verdict: 'proved' } : found;
}

/** Whether transitions break the promise with the records that they make: undecided, with this reason, where not all can be followed. */
function judgeMaking({ model, entity, rule, trying: left }: Asking, reason: Reason): PromiseVerdict {
  const makings = makingsOf(model, entity, rule);
  const making = reachOfAll(model).filter((reach) => reach.makes === entity.id && missingIn(model, reach) === null);
  let isProved = makings.length === making.length && !isMadeByCall(model, entity);
  for (const { entity: maker, transition, rule: said } of makings) {
    const asking = { model, entity: maker, rule: said, trying: left, isOfOther: true } as const;
    for (const course of coursesOf(model, maker, [said.check])) {
      if (course.move.transition?.id !== transition.id) continue;
      const found = judgeCourse(asking, course);
      isProved &&= found.verdict === 'proved';
      if (found.verdict !== 'broken') continue;
      const steps = found.steps.map((step) => (maker.id === entity.id ? step : { ...step, entity: maker.id }));
      return { ...found, steps };
    }
    isProved &&= sentAlong(asking, transition.id) === null;
  }
  return isProved ? { verdict: 'proved' } : { verdict: 'undecided', reason };
}

/** Whether one last move breaks the promise. */
function judgeCourse(asking: Asking, course: Course): PromiseVerdict {
  const found = tried(asking, course);
  if (found.verdict !== 'undecided' || found.reason.kind === 'elsewhere' || isCreation(course.move)) return found;
  const other = tried({ ...asking, isLoose: true }, course);
  return other.verdict === 'broken' ? other : found;
}

/** What is allowed by nobody's rights is asked first, then by the other rules too. */
function tried(asking: Asking, course: Course): PromiseVerdict {
  const answer = judged(asking, course);
  if (answer.verdict === 'impossible') return { verdict: 'proved' };
  if (answer.verdict === 'undecided') return answer;
  const found = broken(asking, course, answer);
  const made = found.verdict === 'undecided' && found.reason.kind !== 'elsewhere' ? madeOf(asking.entity, answer) : [];
  if (made.length === 0) return found;
  const fresh = { ...course, fixed: { ...course.fixed, ...Object.fromEntries(made) } };
  const again = judged(asking, fresh);
  const other = again.verdict === 'possible' ? broken(asking, fresh, again) : found;
  return other.verdict === 'broken' ? other : found;
}

/** What people do not write, as a new record has it, where an example has it otherwise. */
function madeOf({ fields }: Entity, { example }: Possible): readonly (readonly [string, readonly Wire[]])[] {
  return [...example].flatMap(([path, value]): readonly (readonly [string, readonly Wire[]])[] => {
    const [, name = ''] = /^record\.(\w+)$/.exec(path) ?? [];
    const made = Object.hasOwn(fields, name) && fields[name] ? asMade(fields[name]) : undefined;
    return made === undefined || made === value ? [] : [[path, [made]]];
  });
}

/** The steps that lead to an example of a last move which breaks the promise. */
function broken(asking: Asking, course: Course, answer: Possible): PromiseVerdict {
  const { model, entity, rule } = asking;
  const { move } = course;
  const expression = nodeText(rule.check.tree);
  const reaction = reactionOf(entity, move);
  if ((move.by === 'others' && !reaction) || rule.lines !== null)
    return { verdict: 'undecided', reason: { kind: 'elsewhere', name: move.name, expression } };
  const { crowd } = asking;
  const casting = castingOf({ model, entity, move, ...(crowd ? { crowd } : {}) }, answer.example, () => false);
  const cast = casting && withPeople(asking, { course, casting, answer });
  if (!cast) return { verdict: 'undecided', reason: { kind: 'approvals', name: move.name, expression } };
  const list = backReferenceIn(model, entity.id, cast.example);
  if (list !== null) return { verdict: 'undecided', reason: { kind: 'value', name: list, expression } };
  const isDated = reaction?.turnedBy === 'calendar' && [...cast.example.keys()].some((path) => CLOCK.has(path));
  const way = isDated ? null : walked({ ...asking, course, casting }, cast.example);
  const steps = way && [
    ...way,
    { name: reaction?.id ?? move.name, actor: move.by === 'people' ? 'user 1' : SYSTEM, values: cast.example },
  ];
  const missing = steps && crowdOf(model, entity, steps);
  if (steps && missing?.size === 0) return { verdict: 'broken', steps, example: cast.example, own: cast.example };
  if (missing && !crowd) return broken({ ...asking, crowd: missing }, course, answer);
  const asked = course.ways.flat().find((one) => !canBeCast(model, entity, one));
  const why = asked ? ({ kind: 'approvals', name: asked.name } as const) : ({ kind: 'steps', name: '' } as const);
  return { verdict: 'undecided', reason: { ...why, expression } };
}

/** The last move, of an example that also says who the people are that press for it. */
function withPeople(
  asking: Asking,
  { course, casting, answer }: { readonly course: Course; readonly casting: Casting; readonly answer: Possible },
): Possible | null {
  if (Object.keys(casting.given).length === 0) return answer;
  const again = judged(asking, { ...course, fixed: { ...course.fixed, ...casting.given } });
  return again.verdict === 'possible' ? again : null;
}

/**
 * Who has the role of which everybody presses a transition, or the first of whom does, and does not press, by the transition: people of
 * other steps. Whoever created the record is not asked.
 */
function crowdOf(model: Model, entity: Entity, steps: readonly Taken[]): Crowd {
  const found = new Map<string, readonly string[]>();
  const creator = steps[0]?.actor;
  for (const { name, entity: of } of steps) {
    if (of !== undefined) continue;
    const approvals = transitionsOf(entity).get(name)?.approvals ?? null;
    const isOfAll = approvals !== null && (approvals.need === 'all' || approvals.ordered);
    const asked = isOfAll ? askedBy(model, entity, approvals) : null;
    if (asked?.by !== 'role') continue;
    const holders = steps.filter(({ values }) => {
      const roles = values.get('user.roles');
      return isList(roles) && rolesWith(model, roles.map(String)).includes(asked.role);
    });
    const pressing = steps.filter((one) => one.name === name).map(({ actor }) => actor);
    const missing = holders.map(({ actor }) => actor).filter((id) => id !== creator && !pressing.includes(id));
    if (missing.length > 0) found.set(name, [...new Set(missing)]);
  }
  return found;
}

/** Whether a move can break the promise, if the record can come to where it begins. */
function judged(asking: Asking, course: Course): ReturnType<typeof decide> {
  const { model, entity } = asking;
  const { move } = course;
  const question = questionOf(asking, course);
  const allowed = decide(question);
  if (allowed.verdict === 'impossible') return allowed;
  const concerned = concerning(entity, asking.rule, move) ?? [];
  const trees = [...lawsOfChange(model, entity, move), ...[concerned].flat(), ...[writing(entity, move) ?? []].flat()];
  const rights = trees.map((tree) => holding(afterMove(model, entity, move, tree)));
  const earlier = asking.isLoose ? [] : standing(model, entity, move);
  const laws = asNewborn(model, entity, move, [...earlier, ...lawsOf(model, entity, move, false), ...rights]);
  const lawful = laws.length === 0 ? allowed : decide({ ...question, goals: [...question.goals, ...laws] });
  if (lawful.verdict !== 'possible') return lawful;
  const kept = asking.isOfOther ? asNewborn(model, entity, move, lawsOf(model, entity, move, true)) : [];
  const aside = [...kept, ...course.fired, ...unheard(model, entity, move)];
  const alone = [...aside, ...pressedBy(model, entity, move)];
  const goals = [...question.goals, ...laws, ...alone];
  const fresh = unwritten(entity, move);
  const first = fresh.length === 0 ? lawful : decide({ ...question, goals: [...goals, ...fresh] });
  if (fresh.length > 0 && first.verdict === 'possible') return first;
  if (alone.length === 0) return lawful;
  const unread = decide({ ...question, goals });
  if (unread.verdict === 'possible') return unread;
  const others = pressedInPlace(model, entity, move);
  const around = [...question.goals, ...laws, ...aside, ...others];
  const inPlace = others.length === 0 ? unread : decide({ ...question, goals: around });
  const expression = nodeText(asking.rule.check.tree);
  return inPlace.verdict === 'possible'
    ? inPlace
    : { verdict: 'undecided', reason: { kind: 'steps', name: '', expression } };
}

/** That what a reaction sets and people do not write is blank before: such a record is found first, because a new one is so. */
function unwritten(entity: Entity, { writes }: Move): readonly Goal[] {
  return (writes?.set ?? []).flatMap(({ field: id }): readonly Goal[] => {
    const field = entity.fields[id];
    if (!field?.readOnly || field.default !== null || isMany(field.type)) return [];
    const record: Node = { node: 'variable', type: { kind: 'record', entity: entity.id }, name: 'record' };
    const value: Node = { node: 'field', type: typeOf(field, entity.id), of: record, name: id };
    return [{ tree: { node: 'call', type: { kind: 'boolean' }, fn: 'filled', args: [value] }, holds: false }];
  });
}

/** What no transition breaks by itself, or not this one, may be broken by one with which changes are sent along. */
function sentAlong(asking: Asking, only: string | null = null): Reason | null {
  const { model, entity, rule } = asking;
  for (const course of coursesOf(model, entity, [rule.when, rule.check])) {
    if (only !== null && course.move.transition?.id !== only) continue;
    const move = withChanges(entity, course.move);
    if (move === null) continue;
    const answer = judged(asking, { ...course, move });
    if (answer.verdict === 'undecided') return answer.reason;
    if (answer.verdict === 'possible') return { kind: 'steps', name: '', expression: nodeText(rule.check.tree) };
  }
  return null;
}

/** What no move breaks may still come true by a write to another record, or as time passes. */
function elsewhere({ model, entity, rule }: Asking): Reason | null {
  const forbidden = [rule.when?.tree, rule.check.tree].flatMap((tree) => tree ?? []);
  const name = forbidden.map((tree) => readElsewhere(tree, model)).find((found) => found !== null);
  if (name === undefined || name === null) return null;
  const goals = forbidden.map(holding);
  const fixed = { transition: [null], creating: [false] };
  const answer = decide({ model, entity: entity.id, goals, fixed, lawful: true });
  return answer.verdict === 'impossible' ? null : { kind: 'elsewhere', name, expression: nodeText(rule.check.tree) };
}

type Asked = Parameters<typeof decide>[0];
type Possible = Extract<ReturnType<typeof decide>, { readonly verdict: 'possible' }>;

function questionOf({ model, entity, rule }: Asking, { move, fixed }: Course): Asked {
  const written = [rule.when?.tree, rule.check.tree].flatMap((tree) => tree ?? []);
  const trees = isBySystem(entity, move) ? written.map(withoutUser) : written;
  const forbidden = trees.map((tree) => afterMove(model, entity, move, tree));
  return {
    ...{ model, entity: entity.id, lawful: true },
    goals: asNewborn(model, entity, move, [
      ...forbidden.map(holding),
      ...goalsOf(model, entity, move),
      ...firing(entity, move, forbidden),
      ...(isCreationByPeople(move) ? givenAtCreation(model, entity) : []),
    ]),
    fixed: { ...fixed, ...givenBy(model, entity, move) },
    input: move.transition?.input ?? {},
  };
}

function holding(tree: Node): Goal {
  return { tree, holds: true };
}

/** A way by which the record of an example can get to where its last move begins; null where none was found. */
function walked(
  {
    model,
    entity,
    trying: left,
    course: { move, ways },
    casting,
    crowd,
  }: Asking & { readonly course: Course; readonly casting: Casting | null },
  example: Assignment,
): readonly Taken[] | null {
  if (move.enters?.isGuessed === true) return null;
  const last = move.cycle;
  const isKept = (name: string): boolean =>
    CLOCK.has(name) ||
    (name.startsWith('record.') &&
      !['record.state', `record.${last}`].includes(name) &&
      !isChanged(entity, move, name) &&
      entity.fields[name.slice('record.'.length)]?.computed == null);
  const person = [...example].flatMap(([name, value]) => asPerson(name, value, 'user 1'));
  const kept = [...example].filter(([name]) => isKept(name));
  const isDated = kept.some(([name]) => isStamp(entity, name)) || [...example.keys()].some(isEarlierStamp(entity));
  if (isDated && ways.every((way) => way.length > 0)) return null; // when a step was made is not followed
  const after: Assignment = new Map([
    ...kept,
    ...earlierValues(entity, move, example),
    ...stateBeforeStep(entity, move, example),
    ...person,
  ]);
  const then = beforeFiring(move, example, after);
  const before = then && beforeWaiting(model, move, then);
  if (before === null) return null;
  const presses = { model, entity, move, next: move, isWaiting: false };
  const pressed = pressedEarlier(presses, casting?.earlier ?? [], before);
  if (pressed === null) return null;
  for (const way of ways) {
    const steps = stepsTo(
      { model, entity, trying: left, ...(crowd ? { crowd } : {}) },
      { way, last: move },
      pressed.before,
    );
    if (steps !== null) return [...steps, ...pressed.taken];
  }
  return null;
}

function isEarlierStamp(entity: Entity): (path: string) => boolean {
  return (path) => path.startsWith('before.') && isStamp(entity, path);
}

/** What the example says of the record before its last move, by the names that the record had it under. */
function earlierValues({ fields }: Entity, { cycle }: Move, example: Assignment): readonly (readonly [string, Wire])[] {
  return [...example].flatMap(([path, value]): readonly (readonly [string, Wire])[] => {
    const [, name = ''] = /^before\.(\w+)/.exec(path) ?? [];
    const isField = Object.hasOwn(fields, name) && name !== cycle && fields[name]?.computed === null;
    return isField ? [[path.replace('before.', 'record.'), value]] : [];
  });
}

/** A plain change may have written every field that people write. */
function isChanged({ fields }: Entity, { transition, name }: Move, path: string): boolean {
  const field = fields[path.slice('record.'.length)];
  return transition === null && name === 'update' && field !== undefined && isFreeToChange(field);
}

/** The list of those who fired the last transition, as it was before. */
function beforeFiring({ transition, cycle, by }: Move, example: Assignment, after: Assignment): Assignment | null {
  if (transition === null || cycle !== 'state' || by === 'system') return after;
  const list = `record.${didList(transition.id)}`;
  const [now, then] = [after.get(list), example.get(list.replace('record.', 'before.'))];
  if (now === undefined && then === undefined) return after;
  const others = idsIn(now).filter((id) => id !== 'user 1');
  const earlier = then === undefined ? others : idsIn(then);
  const isOne = now === undefined || sorted([...earlier, 'user 1']) === sorted(idsIn(now));
  return isOne
    ? new Map(after).set(
        list,
        earlier.map((id) => ({ id })),
      )
    : null;
}

function sorted(ids: readonly string[]): string {
  return [...new Set(ids)].sort().join();
}

function idsIn(value: Wire | undefined): readonly string[] {
  return isList(value) ? value.flatMap((one) => idOf(one) ?? []) : [];
}
