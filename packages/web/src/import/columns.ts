import type { Field } from '@ninefold/model';
import { folded } from '../commands/matching.ts';

/** Names by which a field or an option is known: its id, and its labels in every language. */
export type NamesOf = (field: Field, option?: string) => readonly string[];

/** Which field each column of a file fills; null for those that fill none. */
export function guessColumns(
  header: readonly string[],
  fields: readonly Field[],
  names: NamesOf,
): readonly (string | null)[] {
  const free = new Set(fields.map(({ id }) => id));
  return header.map((title) => {
    const found = fields.find((field) => free.has(field.id) && isNamed(title, names(field)));
    if (found) free.delete(found.id);
    return found?.id ?? null;
  });
}

/** Whether a text is one of these names, whatever its width and case. */
export function isNamed(text: string, names: readonly string[]): boolean {
  const form = folded(text.trim());
  return form !== '' && names.some((name) => folded(name) === form);
}

const IMPORTABLE: ReadonlySet<Field['type']> = new Set([
  ...([
    'string',
    'text',
    'choice',
    'choices',
    'reference',
    'references',
    'integer',
    'number',
    'money',
    'percent',
  ] as const),
  ...(['boolean', 'date', 'datetime'] as const),
]);

/** The fields that a row of a file can fill. */
export function importable(fields: readonly Field[]): readonly Field[] {
  return fields.filter((field) => IMPORTABLE.has(field.type));
}
