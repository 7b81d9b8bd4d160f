import type { Entity, Expression, Model, Node, Transition, Type } from '@ninefold/model';
import type { Context } from '../compile/reading/context.ts';
import { decide, type Goal } from '../reasoning/decide.ts';
import { namedIn } from '../reasoning/promises/pressing.ts';
import { conclude, neverSo } from './conclude.ts';
import { givenFor, goal, lifecyclesOf } from './conditions.ts';

/** Approvals for which too few people can be asked: always, or as long as what names them is blank. */
export function checkApprovers(ctx: Context, model: Model): void {
  for (const entity of Object.values(model.entities)) {
    for (const [field, { transitions }] of lifecyclesOf(entity)) {
      for (const transition of Object.values(transitions)) {
        if (transition.approvals !== null) checkList(ctx, model, { entity, field }, transition);
      }
    }
  }
}

interface At {
  readonly entity: Entity;
  readonly field: string;
}

function checkList(ctx: Context, model: Model, { entity, field }: At, transition: Transition): void {
  const { id, approvals, when } = transition;
  const key = field === 'state' ? entity.id : `${entity.id}.${field}`;
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
  conclude(
    ctx,
    { id: 'NF0423', place, params: { name: id }, mistake: 'refuted' },
    neverSo(decide({ ...question, goals })),
  );
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
