import type { Entity, Field, Wire } from '@ninefold/model';
import type { Inverse } from '../../../storage/inverse.ts';
import { childTable, quoted } from '../../../storage/names.ts';
import type { Tree } from '../../../storage/trees.ts';
import type { Ground } from '../../context.ts';
import type { Draft } from '../holder.ts';
import { didSql } from './did.ts';
import { childRows, idsOf, listed, lookup, type Fill, type Lookup } from './lookup.ts';
import { idIn, references } from './references.ts';
import { planTreeLoad } from './tree-lists.ts';

/** The list of a field whose values stand in rows of their own. */
export function planLinks(ground: Ground, entity: Entity, field: Field, targets: Fill | null): Fill {
  const isReference = field.type === 'references';
  const found = lookup(
    ground,
    (named) =>
      `SELECT "record", "value" FROM ${quoted(childTable(entity.id, field.id))} WHERE "record" ${named} ORDER BY "record", "position"`,
  );
  return async (reader, drafts, scope) => {
    const missing = drafts.filter((draft) => draft[field.id] === undefined);
    const values = await childRows(
      reader,
      found,
      missing,
      (row): Wire => (isReference ? { id: String(row['value']) } : String(row['value'])),
    );
    for (const draft of missing) draft[field.id] = values.get(String(draft['id'])) ?? [];
    return (await targets?.(reader, drafts, scope)) ?? false;
  };
}

/** What stands above or below each record; a list of ancestors that does not begin with the parent is out of date. */
export function planTreeList(ground: Ground, tree: Tree, name: string, targets: Fill | null): Fill {
  const { text, by } = planTreeLoad(tree, name, idsOf(ground));
  const keyOf = (draft: Draft): string | null => idIn(by === null ? draft['id'] : draft[by]);
  const isCurrent = (draft: Draft): boolean => {
    const [first] = references(draft[name]);
    return draft[name] !== undefined && (by === null || (first?.id ?? null) === keyOf(draft));
  };
  return async (reader, drafts, scope) => {
    const open = drafts.filter((draft) => !isCurrent(draft));
    const starts = open.flatMap((draft) => keyOf(draft) ?? []);
    const found = await childRows(
      reader,
      listed(text),
      starts.map((id) => ({ id })),
      (row): Wire => ({ id: String(row['id']) }),
    );
    for (const draft of open) draft[name] = withParent(by, keyOf(draft), found);
    return (await targets?.(reader, drafts, scope)) ?? false;
  };
}

function withParent(by: string | null, key: string | null, found: ReadonlyMap<string, Wire[]>): Wire {
  if (key === null) return [];
  return [...(by === null ? [] : [{ id: key }]), ...(found.get(key) ?? [])];
}

/** Who fired a transition. */
export function planDid(ground: Ground, entity: Entity, name: string, transition: string, targets: Fill | null): Fill {
  const text = didSql(entity.id, transition, idsOf(ground));
  return planIds(listed(text), name, targets);
}

/** The records that refer to this one, without trashed ones. */
export function planInverse(ground: Ground, inverse: Inverse, name: string, targets: Fill | null): Fill {
  const holder = quoted(inverse.entity.id);
  const found = lookup(ground, (named) =>
    inverse.field.type === 'references'
      ? `SELECT l."value" AS "record", h."id" FROM ${quoted(childTable(inverse.entity.id, inverse.field.id))} l JOIN ${holder} h ON h."id" = l."record" WHERE l."value" ${named} AND h."trashed_at" IS NULL ORDER BY h."id"`
      : `SELECT ${quoted(inverse.field.id)} AS "record", "id" FROM ${holder} WHERE ${quoted(inverse.field.id)} ${named} AND "trashed_at" IS NULL ORDER BY "id"`,
  );
  return planIds(found, name, targets);
}

/** A list of records that a statement gives as rows `record`, `id`. */
function planIds(look: Lookup, name: string, targets: Fill | null): Fill {
  return async (reader, drafts, scope) => {
    const missing = drafts.filter((draft) => draft[name] === undefined);
    const ids = await childRows(reader, look, missing, (row): Wire => ({ id: String(row['id']) }));
    for (const draft of missing) draft[name] = ids.get(String(draft['id'])) ?? [];
    return (await targets?.(reader, drafts, scope)) ?? false;
  };
}
