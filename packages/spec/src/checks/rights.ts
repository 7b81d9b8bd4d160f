import { type Entity, isReference, type Model, movedCycles, type Role, rolesWith, verbOf } from '@ninefold/model';
import type { Context } from '../compile/reading/context.ts';
import { isClosedWhileMade, isShownWhileMade, neededFields, setAtCreation } from '../reasoning/lacking.ts';

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

/** Reports roles that may create records, and may not choose the record that each of these has to refer to. */
export function checkCreators(ctx: Context, model: Model): void {
  for (const role of Object.values(model.roles))
    for (const { entity: name, verbs } of role.grants) {
      const entity = model.entities[name];
      const spot = ctx.spots.get(`grant ${role.id}.${name}`);
      if (entity === undefined || spot === undefined || verbs.create === undefined) continue;
      for (const { field, target } of unchoosable(model, role, entity))
        ctx.report('NF0723', spot, { role: role.id, entity: name, field, target });
    }
}

/** Fields that whoever has only this role has to give, and cannot: they neither read nor refer to the records of the other entity. */
function unchoosable(model: Model, role: Role, entity: Entity) {
  const grants = rolesWith(model, [role.id]).flatMap((each) => model.roles[each]?.grants ?? []);
  const isOffered = (target: string): boolean =>
    grants.some(({ entity: of, verbs }) => of === target && (verbs.read !== undefined || verbs.refer !== undefined));
  const set = setAtCreation(entity);
  return neededFields(entity).flatMap((field) => {
    if (!isReference(field) || set.includes(field.id) || !isShownWhileMade(field)) return [];
    const isGiven = grants.some(({ entity: of, fields }) => of === entity.id && fields[field.id]?.create === true);
    const targets = [field.to, ...('alsoTo' in field ? field.alsoTo : [])];
    return isGiven && !targets.some(isOffered) ? [{ field: field.id, target: targets.join(', ') }] : [];
  });
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
