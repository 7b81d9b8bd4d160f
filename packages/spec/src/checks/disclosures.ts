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
import { filled, isAlways, mayRead, readAt } from '../reasoning/actors.ts';
import { decide } from '../reasoning/decide.ts';
import { pathOf } from '../reasoning/leaf.ts';
import { conclude, neverSo, type Judged } from './conclude.ts';

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

function checkField(ctx: Context, model: Model, reader: Reader, field: Field): void {
  const { entity, role, rights } = reader;
  const tree = field.computed?.expression.tree ?? field.copy?.expression.tree;
  if (!tree || !canEverRead(rights, entity, field.id) || ctx.spots.has(`discloses ${entity.id}.${field.id}`)) return;
  const place = `field ${entity.id}.${field.id}`;
  const seen = new Set<string>();
  for (const source of sourcesOf(tree, model)) {
    const params = { name: `${entity.id}.${field.id}`, role, source: `${source.of.id}.${source.name}` };
    if (seen.has(params.source)) continue;
    seen.add(params.source);
    const isNever = !canEverRead(rights, source.of, source.name);
    const judged = isNever ? NEVER : reaches(model, reader, field, source);
    if (judged) conclude(ctx, { id: isNever ? 'NF0707' : 'NF0713', place, params, mistake: 'refuted' }, judged);
    if (isNever) return; // one source says it
  }
}

const NEVER = { verdict: 'refuted', example: '', reason: null } as const;

/** Whether the role may read the value, and not its source, with some records; null where it may read every source. */
function reaches(
  model: Model,
  { entity, rights }: Reader,
  field: Field,
  { of, name, holder, value }: Source,
): Judged | null {
  const open = mayRead(rights, of.id, name);
  if (isAlways(open) || (isRecord(holder) && isSameRight(rights, entity, field.id, name))) return null;
  const path = pathOf(holder);
  if (path === null || !path.startsWith('record'))
    return neverSo({ verdict: 'undecided', reason: { kind: 'value', name } });
  const isThere = [
    ...(isRecord(holder) ? [] : [holder]),
    ...(value.type.kind !== 'boolean' && value.type.kind !== 'list' ? [value] : []),
  ];
  const goals = [
    { tree: mayRead(rights, entity.id, field.id), holds: true },
    { tree: readAt(open, holder), holds: false },
    ...isThere.map((node) => ({ tree: filled(node), holds: true })),
  ];
  return neverSo(
    decide({ model, entity: entity.id, goals, fixed: { 'user.roles': [[...rights.roles]] }, lawful: true }),
  );
}

function isRecord(node: Node): boolean {
  return node.node === 'variable' && node.name === 'record';
}

/** Every grant that shows the one field of a record shows the other. */
function isSameRight(rights: Rights, entity: Entity, field: string, source: string): boolean {
  return rights
    .grants(entity.id)
    .every(
      ({ fields }) =>
        fields[field]?.read !== true || (fields[source]?.read === true && !fields[source].conditions?.read),
    );
}

interface Source {
  readonly of: Entity;
  readonly name: string;
  /** What it is a field of. */
  readonly holder: Node;
  readonly value: Node;
}

const LINE: Node = { node: 'variable', type: { kind: 'null' }, name: 'line' };

/** Every field that a value is made of, those of lines by the field that holds them. */
function sourcesOf(tree: Node, model: Model): readonly Source[] {
  const found: Source[] = [];
  walk(tree, (node) => {
    if (node.node !== 'field') return;
    const { type } = node.of;
    const of = type.kind === 'record' || type.kind === 'line' ? model.entities[type.entity] : undefined;
    const name = type.kind === 'line' ? type.field : node.name;
    if (of && Object.hasOwn(of.fields, name))
      found.push({ of, name, holder: type.kind === 'line' ? LINE : node.of, value: node });
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
