import { quoted } from '../sql/names.ts';

/** A value, or the name of a column. */
const VALUE_OR_NAME = /'(?:[^']|'')*'|"((?:[^"]|"")*)"/g;

/** Names of the columns that a part of an index looks at: what stands in single quotes is a value. */
export function columnsOfPart(part: string): readonly string[] {
  const names = part.replace(/'(?:[^']|'')*'/g, '').matchAll(/"((?:[^"]|"")*)"/g);
  return [...names].map(([, name = '']) => name.replaceAll('""', '"'));
}

/** Whether a table with these columns can have the index. */
export function fitsColumns(parts: readonly string[], columns: ReadonlySet<string>): boolean {
  return parts.flatMap(columnsOfPart).every((name) => columns.has(name));
}

/** The same parts over columns that have other names now; null where one of the columns is not among `names`, by the name before. */
export function renamedParts(parts: readonly string[], names: ReadonlyMap<string, string>): readonly string[] | null {
  if (!fitsColumns(parts, new Set(names.keys()))) return null;
  return parts.map((part) =>
    part.replace(VALUE_OR_NAME, (text, name: string | undefined) =>
      name === undefined ? text : quoted(names.get(name.replaceAll('""', '"')) ?? name),
    ),
  );
}
