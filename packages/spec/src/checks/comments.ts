import { canEver, rightsFor, rolesWith, transitionsOf, type Entity, type Model } from '@ninefold/model';
import type { Context } from '../compile/reading/context.ts';

/**
 * Reports rights to comment where there are no comments, comments that nobody writes, roles that would read internal comments
 * on records that they never read, and transitions that have the address of the comments.
 */
export function checkComments(ctx: Context, model: Model): void {
  for (const entity of Object.values(model.entities)) {
    if (entity.comments === null) checkNone(ctx, model, entity);
    else checkSome(ctx, model, entity, entity.comments.internal);
  }
}

function checkNone(ctx: Context, model: Model, { id }: Entity): void {
  for (const grant of ownGrants(model, id)) {
    const spot = ctx.spots.get(`verb ${grant} comment`);
    if (spot) ctx.report('NF0365', spot, { name: id });
  }
}

/** The ids of the grants on an entity, each once. */
function ownGrants(model: Model, entity: string): ReadonlySet<string> {
  const grants = Object.values(model.roles).flatMap((role) => role.grants);
  return new Set(grants.filter((grant) => grant.entity === entity).map(({ id }) => id));
}

function checkSome(ctx: Context, model: Model, entity: Entity, internal: readonly string[]): void {
  const { id } = entity;
  const spot = ctx.spots.get(`comments ${id}`);
  const mayEver = (role: string, verb: 'read' | 'comment'): boolean =>
    canEver(rightsFor(model, rolesWith(model, [role])), id, verb);
  const isWritten = Object.keys(model.roles).some((role) => mayEver(role, 'read') && mayEver(role, 'comment'));
  if (!isWritten && spot) ctx.report('NF0366', spot, { name: id });
  for (const role of internal) {
    const at = ctx.spots.get(`internal ${id}.${role}`);
    if (at && !mayEver(role, 'read')) ctx.report('NF0367', at, { name: role, entity: id });
  }
  const at = ctx.spots.get(`transition ${id}.comments`);
  if (transitionsOf(entity).has('comments') && at) ctx.report('NF0307', at, { name: 'comments' });
}
