import { createHash } from 'node:crypto';
import { type Entity, type Field, isLines, isOneReference, type Model, type Scope, stepsOf } from '@ninefold/model';
import type { Writer } from '../storage/database/database.ts';
import { readMeta, writeMeta } from '../storage/schema/meta.ts';
import { storedReads } from './dependencies/dependents.ts';
import { dependencies, targetOf } from './loading/tree.ts';
import { hasComputed, quietly, recomputeStored } from './writing/following/recompute-stored.ts';

/** Grows where a version of Ninefold works out stored values otherwise than the one before, or mends what it left wrong. */
const COMPUTATION = 1;
const MARK = 'values';

/** With which computation the stored values were worked out. */
interface Mark {
  readonly computation: number;
  /** What decides the values of each entity. */
  readonly entities: Readonly<Record<string, string>>;
}

/**
 * Works out the stored computed values of the entities whose computation is another one than that of the last start, or of all
 * where `isChanged` says that a migration has written records. Otherwise it reads one row. Answers how many records had values
 * that were wrong before this start, by entity.
 */
export async function verifyValues(
  tx: Writer,
  model: Model,
  { scope, isChanged }: { readonly scope: Scope; readonly isChanged: boolean },
): Promise<ReadonlyMap<string, number>> {
  const mark: Mark = { computation: COMPUTATION, entities: marksOf(model) };
  const now = JSON.stringify(mark);
  const stored = await readMeta(tx, MARK);
  if (stored === now && !isChanged) return new Map();
  const known = stored === null ? null : (JSON.parse(stored) as Mark); // written below
  const isVerified = known?.computation === COMPUTATION;
  const same = isVerified && !isChanged ? known.entities : {};
  await tx.run('DELETE FROM "_total"', []);
  const open = new Set(Object.keys(mark.entities).filter((entity) => same[entity] !== mark.entities[entity]));
  const changed = await recomputeStored(quietly(tx, model, scope), open);
  await writeMeta(tx, MARK, now);
  return isVerified ? new Map() : changed;
}

function marksOf(model: Model): Mark['entities'] {
  const computing = Object.values(model.entities).filter(hasComputed);
  return Object.fromEntries(computing.map((entity) => [entity.id, markOf(model, entity)] as const));
}

/** Changes with everything that the stored values of an entity depend on beside records. */
function markOf(model: Model, entity: Entity): string {
  const seen = new Map<string, unknown>();
  for (const path of storedReads(entity)) note(model, entity, stepsOf(path), seen);
  const fields = Object.values(entity.fields).filter(({ computed }) => computed?.live === false);
  const own = fields.map((field) => [field.id, meaningOf(field)]);
  const read = [...seen].sort(([a], [b]) => (a < b ? -1 : 1));
  const text = JSON.stringify([model.timeZone, own, read, ...derivedOf(entity)]);
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** The derived states of an entity with their conditions; nothing where transitions decide. */
function derivedOf({ lifecycle }: Entity): readonly unknown[] {
  return (lifecycle?.derived ?? []).map(({ to, when }) => [to, when?.source ?? null]);
}

/** Notes what a path reads, and what decides whether that is shown. */
function note(model: Model, entity: Entity, [name, ...rest]: readonly string[], seen: Map<string, unknown>): void {
  if (name === undefined) return;
  const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
  const place = `${entity.id}.${name}`;
  if (!seen.has(place)) {
    seen.set(place, field === undefined ? finals(entity) : meaningOf(field));
    if (field) for (const path of dependencies(field)) note(model, entity, stepsOf(path), seen);
  }
  const inner = isLines(field) ? field.fields[rest[0] ?? ''] : undefined;
  if (inner) seen.set(`${place}.${inner.id}`, meaningOf(inner));
  const to = isLines(field) ? (isOneReference(inner) ? inner.to : null) : targetOf(model, entity.id, name);
  const target = to === null ? undefined : model.entities[to];
  if (target) note(model, target, isLines(field) ? rest.slice(1) : rest, seen);
}

/** What a field is to an expression. */
function meaningOf(field: Field): readonly unknown[] {
  const { type, visibleWhen, computed } = field;
  const inner = isLines(field) ? Object.values(field.fields).map((each) => [each.id, meaningOf(each)]) : [];
  const more = [scaleIn(field), isOneReference(field) ? [field.to, field.inverse] : null];
  return [type, visibleWhen?.source ?? null, computed?.expression.source ?? null, ...more, ...inner];
}

function scaleIn(field: Field): unknown {
  return 'scale' in field ? [field.scale, 'currency' in field ? field.currency : null] : null;
}

/** The states of an entity and which of them are final. */
function finals({ lifecycle }: Entity): unknown {
  return Object.values(lifecycle?.states ?? {}).map(({ id, final }) => [id, final]);
}
