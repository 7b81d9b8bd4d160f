import {
  canEverRead,
  type Entity,
  isLines,
  isOneReference,
  isReference,
  type Model,
  partId,
  partsOf,
  type RecordValue,
  type Rights,
  type Scope,
} from '@ninefold/model';
import { storageOf } from '../../../storage/columns/registry.ts';
import type { Reader } from '../../../storage/database/database.ts';
import { all, raw, sql, table, value, valuesOf } from '../../../storage/sql/sql.ts';
import { answerRows } from '../../views/answer.ts';
import type { Draft } from '../../loading/rows.ts';
import { badParameter } from './list-params.ts';
import type { View } from '../../views/view.ts';
import type { Views } from '../../views/views.ts';

/** References of records that are answered as the whole records they name, and references of those. */
export interface Expansion {
  readonly field: string;
  /** The reference inside lines, where `field` holds lines. */
  readonly inner: string | null;
  readonly to: string;
  readonly below: readonly Expansion[];
}

const MAX_DEPTH = 3;
const MAX_PATHS = 10;
const PEOPLE = ['created_by', 'changed_by'];

/** Reads `expand=category.team,lines.item`; a reference that the caller may never read is as unknown as one that is not there. */
export function readExpansions(model: Model, { rights, entity }: View, paths: readonly string[]): readonly Expansion[] {
  if (paths.length > MAX_PATHS) throw badParameter('expand');
  return group(model, rights, { entity, paths: paths.map((path) => path.split('.')), depth: 1 });
}

function group(
  model: Model,
  rights: Rights,
  {
    entity,
    paths,
    depth,
  }: { readonly entity: Entity; readonly paths: readonly (readonly string[])[]; readonly depth: number },
): readonly Expansion[] {
  const named = new Map<string, { readonly step: Omit<Expansion, 'below'>; readonly below: (readonly string[])[] }>();
  for (const path of paths) {
    const { step, rest } = stepOf(rights, entity, path);
    const key = `${step.field} ${step.inner ?? ''}`;
    const known = named.get(key) ?? { step, below: [] };
    named.set(key, known);
    if (rest.length > 0) known.below.push(rest);
  }
  return [...named.values()].map(({ step, below }) => {
    const target = model.entities[step.to];
    if (below.length > 0 && (depth >= MAX_DEPTH || !target)) throw badParameter('expand');
    return { ...step, below: target ? group(model, rights, { entity: target, paths: below, depth: depth + 1 }) : [] };
  });
}

function stepOf(
  rights: Rights,
  entity: Entity,
  [first = '', ...steps]: readonly string[],
): { readonly step: Omit<Expansion, 'below'>; readonly rest: readonly string[] } {
  const { name, rest } = fieldNamed(entity.fields, first, steps);
  if (PEOPLE.includes(name)) return { step: { field: name, inner: null, to: 'user' }, rest };
  const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
  if (!field || !canEverRead(rights, entity, name) || storageOf(field) === null) throw badParameter('expand');
  if (isReference(field)) return { step: { field: name, inner: null, to: field.to }, rest };
  if (!isLines(field)) throw badParameter('expand');
  const [whole = '', ...further] = rest;
  const inner = fieldNamed(field.fields, whole, further);
  const below = Object.hasOwn(field.fields, inner.name) ? field.fields[inner.name] : undefined;
  if (!isOneReference(below)) throw badParameter('expand');
  return { step: { field: name, inner: inner.name, to: below.to }, rest: inner.rest };
}

/** The id of the field that a path begins with, which has several names where it is a part, and what follows it. */
function fieldNamed(
  fields: Entity['fields'],
  name: string,
  rest: readonly string[],
): { readonly name: string; readonly rest: readonly string[] } {
  const [next, ...further] = rest;
  return next !== undefined && partsOf(fields).has(name)
    ? fieldNamed(fields, partId(name, next), further)
    : { name, rest };
}

/** Puts into each reference what a call for that record would have answered; those that may not be read stay as they are. */
export async function expand(
  reader: Reader,
  views: Views,
  {
    rights,
    items,
    expansions,
    scope,
  }: {
    readonly rights: Rights;
    readonly items: readonly RecordValue[];
    readonly expansions: readonly Expansion[];
    readonly scope: Scope;
  },
): Promise<void> {
  for (const { field, inner, to, below } of expansions) {
    const mentions = items.flatMap((item) => mentionsIn(item, field, inner));
    const found = await readable(
      reader,
      views.of(rights)(to),
      mentions.map(({ id }) => String(id)),
      scope,
    );
    await expand(reader, views, { rights, items: [...found.values()], expansions: below, scope });
    for (const mention of mentions) Object.assign(mention, found.get(String(mention['id'])));
  }
}

function mentionsIn(item: RecordValue, field: string, inner: string | null): readonly Draft[] {
  const values = objectsIn(item[field]);
  return inner === null ? values : values.flatMap((line) => objectsIn(line[inner]));
}

function objectsIn(value: unknown): readonly Draft[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.filter((item): item is Draft => typeof item === 'object' && item !== null);
}

async function readable(
  reader: Reader,
  view: View,
  ids: readonly string[],
  scope: Scope,
): Promise<ReadonlyMap<string, RecordValue>> {
  if (ids.length === 0) return new Map();
  const listed = raw(reader.dialect.items('ids'), value(reader.dialect.list([...new Set(ids)])));
  const named = sql`t."id" IN (SELECT "value" FROM ${listed})`;
  const filter = all([named, sql`t."trashed_at" IS NULL`, view.rows]);
  const statement = sql`SELECT ${view.columns} FROM ${table(view.entity.id)} t WHERE ${filter}`;
  const rows = await reader.all(statement, valuesOf(statement, scope));
  const records = await answerRows(view, reader, rows, scope);
  return new Map(records.map((record) => [record.id, record]));
}
