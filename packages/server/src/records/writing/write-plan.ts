import { pathsOfGrants, pathsRead, type Entity, type Field, type Grant, type LinesField } from '@ninefold/model';
import { storageOf } from '../../storage/columns/registry.ts';
import type { Ground } from '../context.ts';
import { planLoad, type LoadPlan } from '../reading/load.ts';
import { readsOf } from '../reads-of.ts';
import { treeOf } from '../reading/tree.ts';
import { restsRead } from './readers.ts';

/** What a write of an entity loads: the whole record, and all that any of its expressions reads beyond it. */
export interface WritePlan {
  readonly entity: Entity;
  readonly load: LoadPlan;
  readonly stored: readonly Field[];
  /** Fields on whose values it depends who may read a record. */
  readonly deciding: ReadonlySet<string>;
}

const SYSTEM = ['version', 'created_at', 'created_by', 'changed_at', 'changed_by', 'trashed_at', 'trashed_with'];

export function planWrite(ground: Ground, entity: Entity): WritePlan {
  const { model } = ground;
  const grants = Object.values(model.roles).flatMap((role) =>
    role.grants.filter((grant) => grant.entity === entity.id),
  );
  const stored = Object.values(entity.fields).filter((field) => storageOf(field) !== null);
  const state = entity.lifecycle ? ['state', 'state_since', 'state_final'] : [];
  const paths = [
    ...pathsRead(entity),
    ...pathsOfGrants(grants),
    ...ownInverses(entity),
    ...linePaths(entity),
    ...restsRead(ground, entity),
  ];
  const tree = treeOf(model, entity, [...SYSTEM, ...state, ...stored.map(({ id }) => id), ...paths]);
  return { entity, load: planLoad(ground, entity, tree), stored, deciding: decidingFields(grants) };
}

function decidingFields(grants: readonly Grant[]): ReadonlySet<string> {
  const reads = grants.flatMap(({ verbs: { read } }) => (read === undefined || read === true ? [] : read.reads));
  return new Set(reads.flatMap((path) => /^record\.([^.]+)/.exec(path)?.[1] ?? []));
}

/** Names that the entity's expressions read of the record without being its fields: the other directions of references, and what stands above and below it in a tree. */
function ownInverses(entity: Entity): readonly string[] {
  return readsOf(entity, 'record').filter((path) => !path.includes('.') && !Object.hasOwn(entity.fields, path));
}

/** `line.item.price` in an expression of the lines `rows` is `rows.item.price` of the record. */
function linePaths(entity: Entity): readonly string[] {
  const lines = Object.values(entity.fields).filter((field): field is LinesField => field.type === 'lines');
  return lines.flatMap((field) => {
    const rules = entity.rules
      .filter((rule) => rule.lines === field.id)
      .flatMap(({ when, check }) => [...(when?.reads ?? []), ...check.reads]);
    const inner = Object.values(field.fields).flatMap(({ computed, default: initial, min, max }) =>
      [computed?.expression, initial, min, max].flatMap((expression) => expression?.reads ?? []),
    );
    return [...rules, ...inner]
      .filter((path) => path.startsWith('line.'))
      .map((path) => `${field.id}.${path.slice(5)}`);
  });
}
