import {
  type Entity,
  type Field,
  isLineReference,
  isLines,
  isManyReferences,
  isReference,
  type LineReferenceField,
  type Model,
  parentOf,
  partId,
  partsTogether,
  type ReferenceField,
  type ReferencesField,
} from '@ninefold/model';
import type { Renamed } from '@ninefold/spec';
import { childTable } from '../../sql/names.ts';
import { wasOf } from './other-source.ts';
import type { Meanings } from './standing.ts';

/** What is stored now: the columns of each table, and what their values mean. */
interface Stored {
  readonly present: ReadonlyMap<string, readonly string[]>;
  readonly meanings: Meanings;
}

/**
 * A reference, or references, to several entities have a part for each of them, `whom.user` and `whom.team`. Where it was about one
 * of them before, or becomes so, or one of the entities has got another name, the values stay: `whom.user` was `whom`. The same holds
 * of a reference to a line, `row.order` and `row.rows`.
 */
export function movedTargets(model: Model, renamed: readonly Renamed[], stored: Stored): readonly Renamed[] {
  const moved = (fields: Entity['fields'], path: readonly string[], table: string): readonly Renamed[] => {
    return Object.values(fields).flatMap((field): readonly Renamed[] => {
      const here = [...path, field.id];
      if (isLines(field)) return moved(field.fields, here, childTable(table, wasOf(renamed, 'field', here)));
      if (!isReference(field) && !isLineReference(field)) return [];
      const targetOf = (id: string): string | undefined => {
        const [from, name] = isManyReferences(field) ? [childTable(table, id), 'value'] : [table, id];
        const isThere = stored.present.get(from)?.includes(name) === true;
        return isThere ? /^reference (.+)$/.exec(stored.meanings[from]?.[name] ?? '')?.[1] : undefined;
      };
      if (targetOf(field.id) !== undefined) return [];
      const former = isLineReference(field)
        ? formerLines(renamed, path, field)
        : formerIds(renamed, path, { field, fields });
      const was = former.find(({ id, to }) => targetOf(id) === to);
      return was === undefined ? [] : [{ kind: 'field', path: here, was: was.id }];
    });
  };
  return Object.values(model.entities).flatMap(({ id, fields }) => moved(fields, [id], wasOf(renamed, 'entity', [id])));
}

interface Former {
  readonly id: string;
  /** The entity that it referred to, under the name that this had. */
  readonly to: string;
}

/** The ids that a reference, or one part of it, may have had, with the entity that it referred to. */
function formerIds(
  renamed: readonly Renamed[],
  path: readonly string[],
  { field, fields }: { readonly field: ReferenceField | ReferencesField; readonly fields: Entity['fields'] },
): readonly Former[] {
  const isPart = field.alsoTo.length > 0 || partsTogether(fields, field).length > 1;
  const ids = [wasOf(renamed, 'field', [...path, field.id]), field.id];
  const wholes = isPart ? formerWholes(renamed, path, field) : new Set(ids);
  const targets = new Set([wasOf(renamed, 'entity', [field.to]), field.to]);
  return [...wholes].flatMap((whole) =>
    [...targets].flatMap((to) => [{ id: partId(whole, to), to }, ...(isPart ? [{ id: whole, to }] : [])]),
  );
}

/** The same of the line of a reference to one, with the lines that it was one of. */
function formerLines(
  renamed: readonly Renamed[],
  path: readonly string[],
  field: LineReferenceField,
): readonly Former[] {
  const entities = new Set([wasOf(renamed, 'entity', [field.to]), field.to]);
  const lines = new Set([wasOf(renamed, 'field', [field.to, field.toLines]), field.toLines]);
  return [...formerWholes(renamed, path, field)].flatMap((whole) =>
    [...lines].flatMap((name) =>
      [...entities].map((entity) => ({ id: partId(whole, name), to: childTable(entity, name) })),
    ),
  );
}

/** The ids that the field as a whole may have had. */
function formerWholes(renamed: readonly Renamed[], path: readonly string[], { id }: Field): ReadonlySet<string> {
  const before = wasOf(renamed, 'field', [...path, id]);
  return new Set([parentOf(before) ?? before, parentOf(id) ?? id]);
}
