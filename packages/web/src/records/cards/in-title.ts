import type { Entity } from '@ninefold/model';

/** Whether a field is part of what names the records of an entity. */
export function isInTitle({ title }: Entity, id: string): boolean {
  return title.some((part) => 'field' in part && part.field === id);
}
