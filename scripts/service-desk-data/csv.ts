export type CsvRow = Readonly<Record<string, string>>;

function cell(value: string): string {
  return /[",\n\r]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

/** RFC 4180 with LF line ends; columns in the given order, a missing value is an empty cell. */
export function csv(columns: readonly string[], rows: readonly CsvRow[]): string {
  const lines = rows.map((row) => columns.map((column) => cell(row[column] ?? '')).join(','));
  return [columns.join(','), ...lines, ''].join('\n');
}
