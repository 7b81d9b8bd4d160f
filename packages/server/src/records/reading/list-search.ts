import type { Entity, Field } from '@ninefold/model';
import { columnOf } from '../../storage/columns/registry.ts';
import { quoted } from '../../storage/names.ts';
import { fold } from '../../storage/fold.ts';
import type { Ground } from '../context.ts';
import { rowsShowing } from './field-access.ts';
import { every, FALSE, some, sql, type Sql } from './sql.ts';
import type { View } from './view.ts';

const MAX_WORDS = 8;

/** Fields that a search looks into: `search: true`, the key, and the texts of the title. */
export function searchedFields(entity: Entity): readonly Field[] {
  const titled = new Set(entity.title.flatMap((part) => ('field' in part ? [part.field] : [])));
  return Object.values(entity.fields).filter((field) => {
    const isText = columnOf(field) !== null && ['string', 'text', 'sequence'].includes(field.type);
    return isText && (field.search || field.id === entity.key || titled.has(field.id));
  });
}

/** What `_search` holds: every searched text, folded. */
export function searchText(entity: Entity, value: (field: string) => unknown): string | null {
  const texts = searchedFields(entity).flatMap(({ id }) => {
    const text = value(id);
    return typeof text === 'string' && text !== '' ? [text] : [];
  });
  return texts.length === 0 ? null : fold(texts.join('\n'));
}

/** Rows in which every word is found, in fields that this reader may read. */
export function searchSql(ground: Ground, view: View, search: string): Sql {
  const { entity, rights } = view;
  const fields = searchedFields(entity).filter(({ id }) => view.access.fields.get(id) !== 'never');
  if (fields.length === 0) return FALSE;
  const words = fold(search)
    .split(/[\s\p{White_Space}]+/u)
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS);
  const isWhole = fields.length === searchedFields(entity).length && fields.every((field) => isOpen(view, field));
  if (isWhole) return every(words.map((word) => sql(ground.dialect.contains('t."_search"', '?'), word)));
  return every(
    words.map((word) =>
      some(
        fields.map((field) =>
          every([
            rowsShowing(ground, entity, rights, [field.id], 't'),
            sql(ground.dialect.contains(`nf_fold(t.${quoted(field.id)})`, '?'), word),
          ]),
        ),
      ),
    ),
  );
}

function isOpen(view: View, field: Field): boolean {
  return view.access.fields.get(field.id) === 'always' && field.visibleWhen === null;
}
