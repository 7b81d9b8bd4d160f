import type { Entity, Field } from '@ninefold/model';
import { columnOf } from '../columns/registry.ts';
import { fold } from './fold.ts';

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
