import { isFiles, isJson, isLines, isList, isMany, isMap, isOneNamed, type Field, type Wire } from '@ninefold/model';

/** Whether a value that was given to a former form still has the shape that a field's values have now. */
export function hasShapeOf(field: Field, value: Wire): boolean {
  if (isJson(field)) return true;
  if (isMany(field.type) || isLines(field)) return isList(value);
  return isOneNamed(field) || isFiles(field) ? isMap(value) : !isMap(value) && !isList(value);
}

/** What somebody reads of a value whose field is not known any more: of records and files their names. */
export function plainText(value: Wire | undefined): string {
  if (value === null || value === undefined) return '';
  if (isList(value)) return joined(value);
  if (!isMap(value)) return String(value);
  const { id, title, name, ...others } = value;
  return plainText(title ?? name) || joined(Object.values(others)) || plainText(id);
}

function joined(values: readonly (Wire | undefined)[]): string {
  return values
    .map(plainText)
    .filter((text) => text !== '')
    .join(', ');
}
