import {
  canEver,
  canEverRead,
  rightsFor,
  rolesWith,
  type Entity,
  type Field,
  type Model,
  type Node,
  type Rights,
} from '@ninefold/model';
import type { Context } from '../compile/context.ts';
import { walk } from '../compile/walk.ts';
import type { TextTree } from '../application.ts';

/** Values that computed fields, copies and titles carry to a role that may not read where they come from. */
export function checkDisclosures(ctx: Context, model: Model): void {
  for (const role of Object.keys(model.roles)) {
    const rights = rightsFor(model, rolesWith(model, [role]));
    for (const entity of Object.values(model.entities)) {
      if (!canEver(rights, entity.id, 'read') || rights.grants(entity.id).some(({ discloses }) => discloses)) continue;
      for (const field of Object.values(entity.fields)) checkField(ctx, model, { entity, role, rights }, field);
      checkTitle(ctx, { entity, role, rights });
    }
  }
}

interface Reader {
  readonly entity: Entity;
  readonly role: string;
  readonly rights: Rights;
}

function checkField(ctx: Context, model: Model, { entity, role, rights }: Reader, field: Field): void {
  const tree = field.computed?.expression.tree ?? field.copy?.expression.tree;
  if (!tree || !canEverRead(rights, entity, field.id) || ctx.spots.has(`discloses ${entity.id}.${field.id}`)) return;
  const source = sourcesOf(tree, model).find(({ of, name }) => !canEverRead(rights, of, name));
  const spot = ctx.spots.get(`field ${entity.id}.${field.id}`);
  if (!source || !spot) return;
  const name = `${entity.id}.${field.id}`;
  ctx.report('NF0707', spot, { name, role, source: `${source.of.id}.${source.name}` });
}

interface Source {
  readonly of: Entity;
  readonly name: string;
}

/** Every field that a value is made of, those of lines by the field that holds them. */
function sourcesOf(tree: Node, model: Model): readonly Source[] {
  const found: Source[] = [];
  walk(tree, (node) => {
    if (node.node !== 'field') return;
    const { type } = node.of;
    const of = type.kind === 'record' || type.kind === 'line' ? model.entities[type.entity] : undefined;
    const name = type.kind === 'line' ? type.field : node.name;
    if (of && Object.hasOwn(of.fields, name)) found.push({ of, name });
  });
  return found;
}

/** `refer` shows titles, whatever stands in them; `read` alone shows what the fields allow. */
function checkTitle(ctx: Context, { entity, role, rights }: Reader): void {
  if (canEver(rights, entity.id, 'refer')) return;
  const spot = ctx.spots.get(`entity ${entity.id}`);
  for (const part of entity.title) {
    if (!('field' in part) || canEverRead(rights, entity, part.field) || !spot) continue;
    ctx.report('NF0707', spot, { name: `${entity.id}: title`, role, source: `${entity.id}.${part.field}` });
  }
}

/** Messages of rules that name a field which somebody who may write the record may not read. */
export function checkMessages(ctx: Context, model: Model, texts: Readonly<Record<string, TextTree>>): void {
  for (const entity of Object.values(model.entities)) {
    for (const { id } of entity.rules) {
      const named = Object.values(texts).flatMap((tree) =>
        placeholders(textAt(tree, ['rules', entity.id, id, 'message'])),
      );
      const fields = [...new Set(named)].filter((name) => Object.hasOwn(entity.fields, name));
      for (const field of fields) checkMessage(ctx, model, entity, { rule: id, field });
    }
  }
}

function checkMessage(
  ctx: Context,
  model: Model,
  entity: Entity,
  { rule, field }: { readonly rule: string; readonly field: string },
): void {
  const spot = ctx.spots.get(`rule ${entity.id}.${rule}`);
  for (const role of Object.keys(model.roles)) {
    const rights = rightsFor(model, rolesWith(model, [role]));
    const mayWrite = canEver(rights, entity.id, 'create') || canEver(rights, entity.id, 'update');
    if (mayWrite && !canEverRead(rights, entity, field) && spot) ctx.report('NF0712', spot, { name: field, role });
  }
}

function textAt(tree: TextTree, path: readonly string[]): string {
  let at: string | TextTree | undefined = tree;
  for (const step of path) at = typeof at === 'object' && Object.hasOwn(at, step) ? at[step] : undefined;
  return typeof at === 'string' ? at : '';
}

/** The names in `{{…}}` of a text, without their formats. */
export function placeholders(text: string): readonly string[] {
  return [...text.matchAll(/\{\{-?\s*([\w.]+)[^}]*\}\}/g)].map(([, name]) => name ?? '');
}
