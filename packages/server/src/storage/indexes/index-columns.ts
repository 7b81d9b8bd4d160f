/** Names of the columns that a part of an index looks at: what stands in single quotes is a value. */
export function columnsOfPart(part: string): readonly string[] {
  const names = part.replace(/'(?:[^']|'')*'/g, '').matchAll(/"((?:[^"]|"")*)"/g);
  return [...names].map(([, name = '']) => name.replaceAll('""', '"'));
}

/** Whether a table with these columns can have the index. */
export function fitsColumns(parts: readonly string[], columns: ReadonlySet<string>): boolean {
  return parts.flatMap(columnsOfPart).every((name) => columns.has(name));
}
