import { raw } from '../sql/sql.ts';
import { quoted } from '../sql/names.ts';
import type { DenormalisedDialect } from '../denormalised/dialect.ts';
import type { DenormalisedColumn } from '../denormalised/denormalised-column.ts';
import { DENORMALISED } from '../denormalised/denormalised-columns.ts';
import { correctSql, valueSql } from '../denormalised/denormalised-sql.ts';

/** Kept by triggers, in the transaction of whoever writes. */
export const SQLITE_DENORMALISED: DenormalisedDialect = {
  make: (column) => [...ownTriggers(column), ...otherTriggers(column)],
  given: valueSql,
  drop: async (reader) => {
    const rows = await reader.all(
      `SELECT name FROM sqlite_schema WHERE type = 'trigger' AND substr(name, 1, length(?)) = ?`,
      [DENORMALISED, DENORMALISED],
    );
    return rows.map(({ name }) => `DROP TRIGGER ${quoted(String(name))}`);
  },
};

function nameOf({ entity, name }: DenormalisedColumn, kind: string): string {
  return quoted(`${DENORMALISED}${entity}.${name}.${kind}`);
}

/** When the row itself is new or refers to something else. */
function ownTriggers(column: DenormalisedColumn): readonly string[] {
  const table = quoted(column.entity);
  const name = quoted(column.name);
  const first = quoted(column.steps[0]?.column ?? '');
  const value = valueSql(column, raw(`new.${first}`)).text;
  const set = `WHEN new.${name} IS NOT ${value} BEGIN UPDATE ${table} SET ${name} = ${value} WHERE "id" = new."id"; END`;
  return [
    `CREATE TRIGGER ${nameOf(column, 'insert')} AFTER INSERT ON ${table} ${set}`,
    `CREATE TRIGGER ${nameOf(column, 'update')} AFTER UPDATE OF ${first} ON ${table} ${set}`,
  ];
}

/** When something on the way changes, or comes after what refers to it. */
function otherTriggers(column: DenormalisedColumn): readonly string[] {
  return column.steps.flatMap((step, place) => {
    if (place === 0) return [];
    const [table, watched] = [quoted(step.entity), quoted(step.column)];
    const set = `BEGIN ${correctSql(column, place, 'new."id"')}; END`;
    return [
      `CREATE TRIGGER ${nameOf(column, `${String(place)}.insert`)} AFTER INSERT ON ${table} ${set}`,
      `CREATE TRIGGER ${nameOf(column, `${String(place)}.update`)} AFTER UPDATE OF ${watched} ON ${table} WHEN old.${watched} IS NOT new.${watched} ${set}`,
    ];
  });
}
