import {
  administratorRoles,
  rolesGiving,
  rolesIn,
  rolesWith,
  type Entity,
  type Expression,
  type Model,
  type Node,
  type Transition,
  type Type,
} from '@ninefold/model';
import type { DataFile } from '../application.ts';
import type { Context } from '../compile/reading/context.ts';
import { decide, goal, type Goal } from '../reasoning/decide.ts';
import { nodeText } from '../reasoning/node-text.ts';
import { askedBy, filterIn, namedIn } from '../reasoning/promises/pressing.ts';
import { conclude, neverSo, type Judged } from './conclude.ts';
import { noticesOf, readersOf, rolesAsked } from './states/notices.ts';
import { givenFor, lifecyclesOf } from './conditions.ts';

/** Approvals for which too few people can be asked: always, or as long as what names them is blank. */
export function checkApprovers(ctx: Context, model: Model): void {
  for (const [at, transition] of approvedIn(model)) checkList(ctx, model, at, transition);
}

/** Approvals by, and notifications for, the people with a role that nobody has in the data files and nobody comes to have by those who give roles. */
export function checkHolders(ctx: Context, model: Model, data: readonly DataFile[]): void {
  const held = rolesHeld(model, data);
  const isEmpty = (role: string): boolean => rolesGiving(model, role)?.some((one) => held.has(one)) === false;
  for (const [{ entity, key }, { id, approvals }] of approvedIn(model)) {
    const asked = approvals && askedBy(model, entity, approvals);
    const spot = ctx.spots.get(`approvals ${key}.${id}`);
    if (asked?.by !== 'role' || !spot) continue;
    if (isEmpty(asked.role)) ctx.report('NF0441', spot, { name: id, role: asked.role });
  }
  if (Object.values(model.roles).some(({ gives }) => gives.length > 0)) checkFired(ctx, model, isEmpty);
  for (const notice of noticesOf(model)) {
    const asked = rolesAsked(notice.to.reads);
    const spot = ctx.spots.get(`notify ${notice.text}`);
    const isForNobody = asked.length > 0 && asked.every((role) => role !== null && isEmpty(role));
    if (spot && isForNobody && readersOf(model, notice).length > 0)
      ctx.report('NF0435', spot, { name: notice.to.source });
  }
}

/** Transitions by roles that were left out of what may be given. Where nobody may give any role, that is told alone. */
function checkFired(ctx: Context, model: Model, isEmpty: (role: string) => boolean): void {
  for (const entity of Object.values(model.entities))
    for (const [field, { transitions }] of lifecyclesOf(entity))
      for (const { id, by } of Object.values(transitions)) {
        const spot = ctx.spots.get(`transition ${field === 'state' ? entity.id : `${entity.id}.${field}`}.${id}`);
        if (spot && by.length > 0 && by.every(isEmpty)) ctx.report('NF0448', spot, { name: id, role: by.join(', ') });
      }
}

/** The roles that somebody has from the start, and those that they may give, and that these may give, and so on. */
function rolesHeld(model: Model, data: readonly DataFile[]): ReadonlySet<string> {
  const rows = data.filter(({ entity, kind }) => entity === 'user' && kind === 'records').flatMap((file) => file.rows);
  const stored = rows.flatMap(({ roles = null }) => (Array.isArray(roles) ? rolesIn(roles) : []));
  const held = new Set(rolesWith(model, [...administratorRoles(model), ...stored]));
  for (const role of held) // grows while it is walked
    for (const given of rolesWith(model, model.roles[role]?.gives ?? [])) held.add(given);
  return held;
}

interface At {
  readonly entity: Entity;
  readonly field: string;
  /** The place of the life cycle, as its key is written. */
  readonly key: string;
}

function approvedIn(model: Model): readonly (readonly [At, Transition])[] {
  return Object.values(model.entities).flatMap((entity) =>
    lifecyclesOf(entity).flatMap(([field, { transitions }]) => {
      const key = field === 'state' ? entity.id : `${entity.id}.${field}`;
      return Object.values(transitions).flatMap((one): readonly (readonly [At, Transition])[] =>
        one.approvals === null ? [] : [[{ entity, field, key }, one]],
      );
    }),
  );
}

function checkList(ctx: Context, model: Model, { entity, field, key }: At, transition: Transition): void {
  const { id, approvals, when } = transition;
  const named = approvals && namedIn(model, entity, approvals.of);
  if (approvals === null || named === null) return;
  const needed = typeof approvals.need === 'number' ? approvals.need : 1;
  const place = `approvals ${key}.${id}`;
  const most = named.some(isList) ? Infinity : named.length;
  const spot = ctx.spots.get(place);
  if (spot && most < needed)
    return ctx.report('NF0424', spot, { name: id, needed: String(needed), most: String(most) });
  const question = { model, entity: entity.id, fixed: givenFor({ entity, key, field }, transition), lawful: true };
  const goals = [...blankGoals(named, needed), ...goal(asksOthers(when) ? null : when)];
  const judged = neverSo(decide({ ...question, goals }));
  const filter = judged.verdict === 'proved' ? filterIn(model, entity, approvals.of) : null;
  const claim = { id: 'NF0423', place, params: { name: id }, mistake: 'refuted' } as const;
  conclude(ctx, claim, filter === null ? judged : ofSome(filter));
}

/** People in a list are not yet people who are asked, where a filter may leave all of them out. */
function ofSome(filter: Node): Judged {
  return {
    verdict: 'undecided',
    example: '',
    reason: { kind: 'function', name: 'filter', expression: nodeText(filter) },
  };
}

function isList({ type }: Node): boolean {
  return type.kind === 'list';
}

/** The guard asks who presses, or whose press is missing: it says nothing of the record alone. */
function asksOthers(when: Expression | null): boolean {
  return when?.reads.some((path) => /^(?:user|input)\b|^record\.awaits\b/.test(path)) ?? false;
}

const BOOLEAN: Type = { kind: 'boolean' };

/** That so many are blank that fewer than are needed are left: where one is enough, all. */
function blankGoals(named: readonly Node[], needed: number): readonly Goal[] {
  const blanks = named.map((node): Node => ({ node: 'call', type: BOOLEAN, fn: 'blank', args: [node] }));
  const ways = subsetsOf(blanks, Math.max(1, blanks.length - needed + 1)).map((all) => joined('and', all));
  return [{ tree: joined('or', ways), holds: true }];
}

function subsetsOf<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  if (size <= 0) return [[]];
  return items.flatMap((item, index) => subsetsOf(items.slice(index + 1), size - 1).map((rest) => [item, ...rest]));
}

function joined(fn: 'and' | 'or', args: readonly Node[]): Node {
  const [only] = args;
  return args.length === 1 && only ? only : { node: 'call', type: BOOLEAN, fn, args };
}
