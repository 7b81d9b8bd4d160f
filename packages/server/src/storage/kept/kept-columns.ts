import type { Condition, Entity, Field, Model, Node } from '@ninefold/model';
import { columnOf } from '../columns/registry.ts';
import { shortName } from '../names.ts';
import type { KeptColumn, KeptStep } from './kept-column.ts';

/** What the names of all kept columns begin with; no id of a specification does. */
export const KEPT = '_via.';

const known = new WeakMap<Model, ReadonlyMap<string, readonly KeptColumn[]>>();

/** The kept columns of an entity: one for each path through references that a condition on reading it looks at. */
export function keptColumns(model: Model, entity: string): readonly KeptColumn[] {
  const found = known.get(model) ?? allOf(model);
  known.set(model, found);
  return found.get(entity) ?? [];
}

function allOf(model: Model): ReadonlyMap<string, readonly KeptColumn[]> {
  const all = new Map<string, readonly KeptColumn[]>();
  for (const entity of Object.values(model.entities)) {
    const conditions = Object.values(model.roles)
      .flatMap(({ grants }) => grants)
      .flatMap((grant) => (grant.entity === entity.id ? [grant.verbs.read ?? true] : []));
    const paths = new Set(conditions.flatMap(pathsIn).map((path) => path.join('.')));
    all.set(
      entity.id,
      [...paths].flatMap((path) => keptColumn(model, entity, path) ?? []),
    );
  }
  return all;
}

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

function keptColumn(model: Model, entity: Entity, path: string): KeptColumn | null {
  const names = path.split('.');
  const steps: KeptStep[] = [];
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
    at = field.type === 'reference' ? model.entities[field.to] : undefined;
  }
  if (steps.length < 2 || field === undefined || field.type === 'boolean') return null; // nobody looks for half of all rows
  return { entity: entity.id, name: shortName(`${KEPT}${path}.${meaningOf(field)}`), path, steps, field };
}

/** Another way of storing it is another column. */
function meaningOf(field: Field): string {
  const column = columnOf(field);
  return column === null || column.holds === 'text'
    ? 'text'
    : `${column.holds}${'scale' in field ? String(field.scale) : ''}`;
}
