import {
  type Condition,
  type Entity,
  type Field,
  isOneReference,
  isTruth,
  memoizedWeakly,
  type Model,
  type Node,
  pathOfSteps,
  stepsOf,
} from '@ninefold/model';
import { columnOf } from '../columns/registry.ts';
import { shortName } from '../sql/names.ts';
import type { DenormalisedColumn, DenormalisedStep } from './denormalised-column.ts';

/** The beginning of the names of all denormalised columns; no id of a specification begins like this. */
export const DENORMALISED = '_via.';

/** The denormalised columns of an entity: one for each path through references that a condition on reading it reads. */
export function denormalisedColumns(model: Model, entity: string): readonly DenormalisedColumn[] {
  return columnsByEntity(model).get(entity) ?? [];
}

const columnsByEntity = memoizedWeakly((model: Model): ReadonlyMap<string, readonly DenormalisedColumn[]> => {
  const all = new Map<string, readonly DenormalisedColumn[]>();
  for (const entity of Object.values(model.entities)) {
    const conditions = Object.values(model.roles)
      .flatMap(({ grants }) => grants)
      .flatMap((grant) => (grant.entity === entity.id ? [grant.verbs.read ?? true] : []));
    const paths = new Set(conditions.flatMap(pathsIn).map(pathOfSteps));
    all.set(
      entity.id,
      [...paths].flatMap((path) => denormalisedColumn(model, entity, path) ?? []),
    );
  }
  return all;
});

function pathsIn(condition: Condition): readonly (readonly string[])[] {
  return condition === true ? [] : longest(condition.tree);
}

/** Paths from the record, none of which is the beginning of another at the same place. */
function longest(node: Node | null): readonly (readonly string[])[] {
  switch (node?.node) {
    case 'field': {
      const path = pathOf(node);
      return path === null ? longest(node.of) : [path];
    }
    case 'call':
      return node.args.flatMap(longest);
    case 'list':
      return node.items.flatMap(longest);
    case 'macro':
      return [...longest(node.list), ...longest(node.body)];
    default:
      return [];
  }
}

/** The names of a path that begins at the record; null for any other. */
export function pathOf(node: Node): readonly string[] | null {
  if (node.node === 'variable') return node.name === 'record' ? [] : null;
  if (node.node !== 'field') return null;
  const before = pathOf(node.of);
  return before === null ? null : [...before, node.name];
}

const PEOPLE: ReadonlySet<string> = new Set(['created_by']);

/** The name of the column with the values of this field, at the end of a path. */
export function denormalisedName(path: string, field: Field): string {
  return shortName(`${DENORMALISED}${path}.${meaningOf(field)}`);
}

function denormalisedColumn(model: Model, entity: Entity, path: string): DenormalisedColumn | null {
  const names = stepsOf(path);
  const steps: DenormalisedStep[] = [];
  let at: Entity | undefined = entity;
  let field: Field | undefined;
  for (const [index, name] of names.entries()) {
    if (at === undefined) return null;
    steps.push({ entity: at.id, column: name });
    if (index === 0 && PEOPLE.has(name)) {
      at = model.entities['user'];
      continue;
    }
    field = Object.hasOwn(at.fields, name) ? at.fields[name] : undefined;
    if (field === undefined || field.visibleWhen !== null || columnOf(field) === null) return null;
    at = isOneReference(field) ? model.entities[field.to] : undefined;
  }
  if (steps.length < 2 || field === undefined || isTruth(field.type)) return null; // nobody looks for half of all rows
  return { entity: entity.id, name: denormalisedName(path, field), path, steps, field };
}

/** Another way of storing it is another column. */
function meaningOf(field: Field): string {
  const column = columnOf(field);
  return column === null || column.holds === 'text'
    ? 'text'
    : `${column.holds}${'scale' in field ? String(field.scale) : ''}`;
}
