import {
  canEver,
  canEverRead,
  findOf,
  innerFields,
  isDrawn,
  rightsFor,
  rolesWith,
  type Entity,
  type Expression,
  type Field,
  type Grant,
  type Model,
  type Rights,
} from '@ninefold/model';
import type { Context } from '../compile/reading/context.ts';
import type { Spot } from '../located.ts';
import { isAlways, mayRead } from '../reasoning/actors.ts';
import { conclude, type Judged } from './conclude.ts';
import { sourcesOf } from '../expressions/sources.ts';
import { reaches, type Reader } from './disclosing.ts';

/** Reports values that computed fields and copies carry to a role that may not read their source. */
export function checkDisclosures(ctx: Context, model: Model): void {
  const leaks: Leak[] = [];
  for (const role of Object.keys(model.roles)) {
    const rights = rightsFor(model, rolesWith(model, [role]));
    for (const entity of Object.values(model.entities)) {
      if (!canEver(rights, entity.id, 'read') || rights.grants(entity.id).some(({ discloses }) => discloses)) continue;
      const reader = { model, entity, role, rights };
      for (const field of Object.values(entity.fields)) leaks.push(...leaksOf(ctx, reader, field));
    }
  }
  tell(ctx, leaks);
}

/** One value that reaches one role. */
interface Leak {
  readonly id: 'NF0707' | 'NF0713';
  /** Where it stands, as the spots are named. */
  readonly place: string;
  readonly name: string;
  readonly role: string;
  readonly source: string;
  readonly example: string;
}

function leaksOf(ctx: Context, reader: Reader, field: Field): readonly Leak[] {
  const { model, entity, role, rights } = reader;
  const trees = [arrivesFrom(field), ...copiedInLines(field)].flatMap((expression) => expression?.tree ?? []);
  if (
    trees.length === 0 ||
    !canEverRead(rights, entity, field.id) ||
    ctx.spots.has(`discloses ${entity.id}.${field.id}`)
  )
    return [];
  const place = `field ${entity.id}.${field.id}`;
  const leaks: Leak[] = [];
  const seen = new Set<string>();
  for (const source of trees.flatMap((tree) => sourcesOf(tree, model))) {
    const params = { name: `${entity.id}.${field.id}`, role, source: `${source.of.id}.${source.name}` };
    if (seen.has(params.source)) continue;
    seen.add(params.source);
    const isNever = !canEverRead(rights, source.of, source.name);
    const open = mayRead(rights, source.of.id, source.name);
    const judged = isNever ? NEVER : isAlways(open) ? null : reaches(reader, field, source);
    if (judged === null) continue;
    const id = isNever ? 'NF0707' : 'NF0713';
    conclude(ctx, { id, place, params, mistake: 'refuted', isGrouped: true }, judged);
    if (judged.verdict === 'refuted') leaks.push({ id, place, ...params, example: judged.example });
    if (isNever) return leaks; // one source says it
  }
  return leaks;
}

/** What carries the values of other fields into this one. */
function arrivesFrom(field: Field): Expression | null {
  return field.computed?.expression ?? field.copy?.expression ?? findOf(field) ?? (isDrawn(field) ? field.per : null);
}

/** Lines are read or closed as a whole, with what is copied into them and found by it. */
function copiedInLines(field: Field): readonly Expression[] {
  return Object.values(innerFields(field)).flatMap((inner) => inner.copy?.expression ?? findOf(inner) ?? []);
}

const NEVER: Judged = { verdict: 'refuted', example: '', reason: null };

/**
 * What is closed, and to whom, is the cause: one message for all fields that carry the value of one source to the same roles,
 * at the first of them.
 */
function tell(ctx: Context, leaks: readonly Leak[]): void {
  const byPlace = Map.groupBy(leaks, ({ id, place, name, source }) => JSON.stringify([id, source, place, name]));
  const groups = Map.groupBy(byPlace.values(), (same) => {
    const roles = same.map(({ role }) => role);
    return JSON.stringify([same[0]?.id, same[0]?.source, roles]);
  });
  for (const carriers of groups.values()) {
    const [same = []] = carriers;
    const [first] = same;
    const spot: Spot | undefined = first && ctx.spots.get(first.place);
    if (!first || !spot) continue;
    const name = carriers.map(([one]) => one?.name ?? '').join(', ');
    const role = same.map((one) => one.role).join(', ');
    const example = first.example === '' ? {} : { example: first.example };
    ctx.report(first.id, spot, { name, role, source: first.source, ...example });
  }
}

/** Parts of titles that a role never sees although it sees the records: its titles go without them. */
export function checkTitles(ctx: Context, model: Model): void {
  for (const role of Object.keys(model.roles)) {
    const rights = rightsFor(model, rolesWith(model, [role]));
    for (const entity of Object.values(model.entities)) checkTitle(ctx, entity, { role, rights });
  }
}

function checkTitle(
  ctx: Context,
  entity: Entity,
  { role, rights }: { readonly role: string; readonly rights: Rights },
): void {
  const spot = ctx.spots.get(`entity ${entity.id}`);
  const grants = rights.grants(entity.id).filter(showsTitles);
  if (!spot || grants.length === 0) return;
  for (const part of entity.title) {
    if (!('field' in part) || !Object.hasOwn(entity.fields, part.field)) continue;
    if (grants.some(({ fields }) => fields[part.field]?.read === true)) continue;
    ctx.report('NF0719', spot, { entity: entity.id, name: part.field, role });
  }
}

function showsTitles({ verbs }: Grant): boolean {
  return verbs.read !== undefined || verbs.refer !== undefined;
}
