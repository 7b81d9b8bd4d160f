import { canEver, idOf, type Entity, type Field, type RecordValue, type Wire } from '@ninefold/model';
import { useModel, useRights } from '../model/use-model.ts';
import { screenPath } from '../routes/screen-path.ts';

/** The address of the form filled with this record's values, or null where the person may not create one. */
export function useDuplicatePath(entity: Entity, record: RecordValue): string | null {
  const rights = useRights();
  const path = screenPath(useModel(), entity.id, 'form');
  if (path === null || !canEver(rights, entity.id, 'create')) return null;
  const pairs = Object.values(entity.fields)
    .filter((field) => isCopied(field))
    .flatMap((field) => {
      const text = addressText(record[field.id] as Wire);
      return text === null ? [] : [[`val[${field.id}]`, text] as [string, string]];
    });
  return `${path}?${new URLSearchParams(pairs).toString()}`;
}

function isCopied(field: Field): boolean {
  return (
    field.computed === null &&
    !field.readOnly &&
    !field.noCopy &&
    !field.unique &&
    field.type !== 'sequence' &&
    field.type !== 'lines'
  );
}

function addressText(value: Wire | undefined): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (Array.isArray(value))
    return value.length === 0 ? null : value.map((each: Wire) => idOf(each) ?? String(each)).join();
  return idOf(value) ?? String(value);
}
