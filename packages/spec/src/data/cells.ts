import { isJson, isLines, isMany, jsonText, optionsIn, readValue, type Field, type Wire } from '@ninefold/model';

/** What a cell holds: its value in wire form, or what is wrong with it. */
export type CellValue = { readonly value: Wire } | { readonly wrong: 'type' | 'option' };

/** The value of a cell for a field. The text of a list is split at `;`. A reference stays the name that was written. */
export function cellValue(raw: unknown, field: Field): CellValue {
  if (raw === null || raw === undefined || raw === '') return { value: isLines(field) ? [] : null };
  const isText = typeof raw === 'string' || typeof raw === 'number' || typeof raw === 'boolean';
  const value = isText ? readValue(field, String(raw)) : isJson(field) ? jsonText(raw as Wire) : listIn(raw, field); // parsed from JSON
  if (value !== undefined) return { value };
  return { wrong: optionsIn(field) === null ? 'type' : 'option' };
}

/** The items of a list in a JSON file. */
function listIn(raw: unknown, field: Field): Wire | undefined {
  if (!Array.isArray(raw) || !isMany(field.type) || isLines(field)) return undefined;
  const items = raw.map((item: unknown) => String(item).trim()).filter((item) => item !== '');
  const options = optionsIn(field);
  return options === null || items.every((item) => options.includes(item)) ? items : undefined;
}
