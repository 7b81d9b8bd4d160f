import { idOf, type StoredFile } from '@ninefold/model';
import type { FieldPlace } from '../contract/field-place.ts';

/** Where the content of a file in a field is read; null where the record that holds it is not at hand. */
export function fileAddress(place: FieldPlace, field: string, { id }: Pick<StoredFile, 'id'>): string | null {
  const record = place.transition === undefined && place.record ? idOf({ ...place.record }) : null;
  const path = place.lines === undefined ? field : `${place.lines}.${field}`;
  return record === null ? null : `/api/${place.entity}/${record}/${path}/${id}`;
}
