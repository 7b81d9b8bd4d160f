import { type Model, movedCycles, rolesWith, verbOf } from '@ninefold/model';
import type { Context } from '../compile/reading/context.ts';
import { isClosedWhileMade, isShownWhileMade, neededFields } from '../reasoning/lacking.ts';

/** Reports entities that nobody may read, and required fields that nobody who may create can give. */
export function checkRights(ctx: Context, model: Model): void {
  const grants = Map.groupBy(
    Object.values(model.roles).flatMap((role) => role.grants),
    ({ entity }) => entity,
  );
  for (const entity of Object.values(model.entities)) {
    const own = grants.get(entity.id) ?? [];
    const spot = ctx.spots.get(`entity ${entity.id}`);
    const isRead = own.some(({ verbs }) => verbs.read !== undefined || verbs.refer !== undefined);
    if (!isRead && spot) ctx.report('NF0705', spot, { name: entity.id });
    const creators = own.filter(({ verbs }) => verbs.create !== undefined);
    if (creators.length === 0) continue;
    for (const field of neededFields(entity)) {
      const isOpen = creators.some(({ fields }) => fields[field.id]?.create === true);
      if (isOpen && !(isShownWhileMade(field) && isClosedWhileMade(field))) continue;
      const at = ctx.spots.get(`field ${entity.id}.${field.id}`);
      if (at) ctx.report('NF0311', at, { name: `${entity.id}.${field.id}` });
    }
  }
}

/** Reports roles that look after people where nobody may give a role, and so nobody may add anybody. */
export function checkPeople(ctx: Context, model: Model): void {
  const roles = Object.values(model.roles);
  if (roles.some(({ gives }) => gives.length > 0)) return;
  for (const { id, runtime, grants } of roles) {
    const spot = ctx.spots.get(`role ${id}`);
    const changesPeople = grants.some(({ entity, verbs }) => entity === 'user' && verbs.update !== undefined);
    if (spot && changesPeople && runtime.includes('users')) ctx.report('NF0722', spot, { name: id });
  }
}

/** Reports imports that may give states to records which have none that transitions move. */
export function checkGivenStates(ctx: Context, model: Model): void {
  const seen = new Set<string>();
  for (const { id, entity: name, verbs } of Object.values(model.roles).flatMap(({ grants }) => grants)) {
    const spot = verbs.import_states === undefined || seen.has(id) ? undefined : ctx.spots.get(`states ${id}`);
    seen.add(id);
    const entity = model.entities[name];
    if (spot && entity && movedCycles(entity).length === 0) ctx.report('NF0721', spot, { name });
  }
}

/** Reports written screens for roles none of which may see what the screen shows. */
export function checkScreenRights(ctx: Context, model: Model): void {
  for (const screen of model.screens) {
    if (!screen.written || screen.roles === null || !('entity' in screen)) continue;
    const { id, entity, roles } = screen;
    const verb = verbOf(screen);
    const held = rolesWith(model, roles);
    const grants = held.flatMap((role) => model.roles[role]?.grants ?? []);
    const spot = ctx.spots.get(`screen ${id}`);
    const mayOpen = grants.some((grant) => grant.entity === entity && grant.verbs[verb] !== undefined);
    if (!mayOpen && spot) ctx.report('NF0806', spot, { name: id, entity });
  }
}
