import { canEver, canEverRead, rightsFor, rolesWith, transitionsOf, type Entity, type Model } from '@ninefold/model';
import type { Context } from '../compile/reading/context.ts';

/**
 * Reports rights to comment where there are no comments, comments that nobody writes, roles that would read internal comments
 * on records that they never read, fields by which nobody follows, and transitions that have the address of the comments.
 */
export function checkComments(ctx: Context, model: Model): void {
  for (const entity of Object.values(model.entities)) {
    if (entity.comments === null) checkNone(ctx, model, entity);
    else {
      checkSome(ctx, model, entity, entity.comments.internal);
      checkFollow(ctx, model, entity, entity.comments.follow);
    }
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

/** People follow by a field that is stored and that they may read. */
function checkFollow(ctx: Context, model: Model, entity: Entity, follow: readonly string[]): void {
  const roles = Object.keys(model.roles).map((role) => rightsFor(model, rolesWith(model, [role])));
  for (const name of follow) {
    const spot = ctx.spots.get(`follow ${entity.id}.${name}`);
    if (!spot) continue;
    if (entity.fields[name]?.computed?.live === true) ctx.report('NF0313', spot, { name });
    if (!roles.some((rights) => canEverRead(rights, entity, name)))
      ctx.report('NF0368', spot, { name, entity: entity.id });
  }
}
