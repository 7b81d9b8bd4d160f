import type { SchemaDialect } from '../database/schema-dialect.ts';
import { textColumn, type ColumnShape, type Target } from '../database/shapes.ts';
import type { Source } from '../sql/source.ts';
import type { Row } from '../sql/sql-value.ts';

/** A table as it is. Types say text or whole number here: `meanings` tell decimals and truth from other whole numbers. */
export const presentTable: SchemaDialect['table'] = async (tx, name, meanings) => {
  const columns = await tx.all('SELECT name, type, "notnull", pk FROM pragma_table_info(?) ORDER BY cid', [name]);
  if (columns.length === 0) return null;
  const targets = await targetsOf(tx, name);
  const key = columns
    .filter(({ pk }) => Number(pk) > 0)
    .toSorted((a, b) => Number(a['pk']) - Number(b['pk']))
    .map((column) => String(column['name']));
  return {
    name,
    columns: columns.map((column) => columnOf(column, { key, meanings, targets })),
    key: key.length > 1 ? key : [],
  };
};

interface Known {
  readonly key: readonly string[];
  readonly meanings: Readonly<Record<string, string>>;
  readonly targets: ReadonlyMap<string, Target>;
}

function columnOf(column: Row, { key, meanings, targets }: Known): ColumnShape {
  const name = String(column['name']);
  const required = Number(column['notnull']) === 1;
  const meaning = meanings[name] ?? '';
  return textColumn(name, {
    ...held(String(column['type']), meaning, required),
    required,
    key: key.length === 1 && key[0] === name,
    references: targets.get(name) ?? null,
  });
}

/** Whole numbers of the runtime's own are never blank, those of fields may be. */
function held(type: string, meaning: string, required: boolean): Pick<ColumnShape, 'holds' | 'scale'> {
  const scale = /^decimal (\d+)$/.exec(meaning)?.[1];
  if (type !== 'INTEGER') return { holds: 'text', scale: 0 };
  if (scale !== undefined) return { holds: 'decimal', scale: Number(scale) };
  if (meaning === 'boolean') return { holds: 'boolean', scale: 0 };
  return { holds: required ? 'count' : 'integer', scale: 0 };
}

async function targetsOf(tx: Source, name: string): Promise<ReadonlyMap<string, Target>> {
  const rows = await tx.all('SELECT "table", "from", on_delete FROM pragma_foreign_key_list(?)', [name]);
  return new Map(
    rows.map((row) => [String(row['from']), { table: String(row['table']), cascade: row['on_delete'] === 'CASCADE' }]),
  );
}
