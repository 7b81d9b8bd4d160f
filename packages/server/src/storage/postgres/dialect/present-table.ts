import type { SchemaDialect } from '../../database/schema-dialect.ts';
import { textColumn, type ColumnShape, type Target } from '../../database/shapes.ts';
import type { Source } from '../../sql/source.ts';
import type { Row } from '../../sql/sql-value.ts';

const TABLE = `to_regclass(quote_ident(current_schema()) || '.' || quote_ident(?))`;
const COLUMNS = `SELECT attname AS name, format_type(atttypid, atttypmod) AS type, attnotnull AS required
  FROM pg_attribute WHERE attrelid = ${TABLE} AND attnum > 0 AND NOT attisdropped ORDER BY attnum`;
const KEYS = `SELECT a.attname AS name FROM pg_constraint c, unnest(c.conkey) WITH ORDINALITY AS k(num, place), pg_attribute a
  WHERE c.conrelid = ${TABLE} AND c.contype = 'p' AND a.attrelid = c.conrelid AND a.attnum = k.num ORDER BY k.place`;
const TARGETS = `SELECT a.attname AS name, t.relname AS "table", c.confdeltype = 'c' AS cascade
  FROM pg_constraint c, pg_attribute a, pg_class t
  WHERE c.conrelid = ${TABLE} AND c.contype = 'f' AND a.attrelid = c.conrelid AND a.attnum = c.conkey[1] AND t.oid = c.confrelid`;

/** A table as it is; its types say what they hold. */
export const presentTable: SchemaDialect['table'] = async (tx, name) => {
  const columns = await tx.all(COLUMNS, [name]);
  if (columns.length === 0) return null;
  const targets = await targetsOf(tx, name);
  const key = (await tx.all(KEYS, [name])).map((row) => String(row['name']));
  return {
    name,
    columns: columns.map((column) => columnOf(column, key, targets)),
    key: key.length > 1 ? key : [],
  };
};

function columnOf(column: Row, key: readonly string[], targets: ReadonlyMap<string, Target>): ColumnShape {
  const name = String(column['name']);
  return textColumn(name, {
    ...held(String(column['type'])),
    required: column['required'] === true,
    key: key.length === 1 && key[0] === name,
    references: targets.get(name) ?? null,
  });
}

function held(sqlType: string): Pick<ColumnShape, 'holds' | 'scale'> {
  const scale = Number(/^numeric\(25,(\d+)\)$/.exec(sqlType)?.[1] ?? 0);
  if (sqlType.startsWith('numeric(25,')) return { holds: 'decimal', scale };
  if (sqlType.startsWith('numeric')) return { holds: 'integer', scale: 0 };
  if (sqlType === 'boolean') return { holds: 'boolean', scale: 0 };
  return { holds: sqlType === 'bigint' ? 'count' : 'text', scale: 0 };
}

async function targetsOf(tx: Source, name: string): Promise<ReadonlyMap<string, Target>> {
  const rows = await tx.all(TARGETS, [name]);
  return new Map(
    rows.map((row) => [String(row['name']), { table: String(row['table']), cascade: row['cascade'] === true }]),
  );
}
