import {
  type Condition,
  type Entity,
  type Grant,
  isReference,
  isTruth,
  type Model,
  type Node,
  rightsFor,
  rolesWith,
  cyclesOf,
} from '@ninefold/model';
import type { Context } from '../compile/reading/context.ts';
import { walk } from '../expressions/walk.ts';

/**
 * Reports access that is wider than it looks: writing without sign-in, roles that see everything or act for others, slow row conditions,
 * and stored values that change in locked records.
 */
export function checkOpenness(ctx: Context, model: Model): void {
  for (const role of Object.values(model.roles)) {
    const spot = ctx.spots.get(`role ${role.id}`);
    const writing = role.members === 'public' ? role.grants.find(isWriting) : undefined;
    if (writing && spot) ctx.report('NF0709', spot, { name: role.id, entity: writing.entity });
    if (spot && role.members !== null && seesEverything(model, role.id)) ctx.report('NF0708', spot, { name: role.id });
    if (spot && role.runtime.includes('impersonate'))
      ctx.report('NF0714', spot, { name: role.id, roles: rolesActedFor(model, role.id) });
    for (const grant of role.grants.filter((one) => one.role === role.id)) checkFilter(ctx, model, grant);
  }
  for (const entity of Object.values(model.entities)) checkMoving(ctx, entity);
}

/** The roles of the people in whose name somebody with this role may act: those that may be given, and those that everybody has. */
function rolesActedFor(model: Model, role: string): string {
  const given = rolesWith(model, [role]).flatMap((id) => model.roles[id]?.gives ?? []);
  return rolesWith(model, given).join(', ');
}

function isWriting({ verbs }: Grant): boolean {
  return verbs.create !== undefined || verbs.update !== undefined || verbs.delete !== undefined;
}

/** Every field of every record, closed ones too. */
function seesEverything(model: Model, role: string): boolean {
  const entities = Object.values(model.entities).filter(({ fields }) => Object.keys(fields).length > 0);
  const rights = rightsFor(model, rolesWith(model, [role]));
  return entities.every(({ id, fields }) =>
    Object.keys(fields).every((field) =>
      rights.grants(id).some((grant) => grant.verbs.read === true && grant.fields[field]?.read === true),
    ),
  );
}

/** Reports a condition of `read` that no index serves. */
function checkFilter(ctx: Context, model: Model, grant: Grant): void {
  const condition: Condition | undefined = grant.verbs.read;
  const entity = model.entities[grant.entity];
  const spot = ctx.spots.get(`verb ${grant.id} read`);
  if (grant.within !== null || condition === undefined || condition === true || !condition.tree || !entity || !spot)
    return;
  const read = ownFields(condition.tree);
  if (read.length === 0 || read.some((name) => isFound(entity, name))) return;
  ctx.report('NF0710', spot, { name: read.join(', '), entity: entity.id });
}

function ownFields(tree: Node): readonly string[] {
  const found = new Set<string>();
  walk(tree, (node) => {
    if (node.node === 'field' && node.of.node === 'variable' && node.of.name === 'record') found.add(node.name);
  });
  return [...found];
}

/** References and states have an index of their own. An index on true and false is of little use. */
function isFound({ fields, lifecycle, indexes }: Entity, name: string): boolean {
  if (indexes.some(([first]) => first === name)) return true;
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (!field) return name === 'state' ? lifecycle !== null : name === 'id' || name.endsWith('_by');
  return field.index || field.unique || isReference(field) || isTruth(field.type);
}

/** A stored value that reads other records continues to change after its record is locked. */
function checkMoving(ctx: Context, own: Entity): void {
  const { id: entity, fields } = own;
  const states = cyclesOf(own).flatMap(({ lifecycle }) => Object.values(lifecycle.states));
  if (!states.some(({ locked }) => locked)) return;
  for (const { id, computed } of Object.values(fields)) {
    const tree = computed && !computed.live ? computed.expression.tree : null;
    const spot = ctx.spots.get(`field ${entity}.${id}`);
    if (tree && spot && readsOthers(tree)) ctx.report('NF0320', spot, { name: id });
  }
}

function readsOthers(tree: Node): boolean {
  let found = false;
  walk(tree, (node) => {
    if (node.node === 'field' && node.of.node === 'field' && node.of.type.kind === 'record') found = true;
  });
  return found;
}
