import type { Wire } from '@ninefold/model';
import type { ImportSource } from '../../context/import-source.ts';

/** Records as a file gives them. */
export function importSource(rows: readonly Readonly<Record<string, Wire>>[]): ImportSource {
  const fields = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return {
    encoding: 'utf-8',
    columns: fields.map((field) => ({ title: field, field, sample: '' })),
    fields,
    ambiguous: [],
    rows: async function* () {
      for (const [index, values] of rows.entries())
        yield { row: index + 1, values, id: null, problems: [], written: () => null };
    },
  };
}
