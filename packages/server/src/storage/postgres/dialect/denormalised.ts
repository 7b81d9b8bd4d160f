import { raw } from '../../sql/sql.ts';
import { literal, quoted, shortName } from '../../sql/names.ts';
import type { DenormalisedDialect } from '../../denormalised/dialect.ts';
import type { DenormalisedColumn } from '../../denormalised/denormalised-column.ts';
import { DENORMALISED } from '../../denormalised/denormalised-columns.ts';
import { correctSql, selectSql } from '../../denormalised/denormalised-sql.ts';

const PRESENT = `SELECT p.proname AS name FROM pg_proc p WHERE p.pronamespace = current_schema()::regnamespace AND starts_with(p.proname, ?)`;

/**
 * Kept by triggers, in the transaction of whoever writes. What a new row looks at is locked until its end: whoever changes it
 * meanwhile waits and then finds the row, or makes its writer try again, whatever the isolation of either.
 */
export const POSTGRES_DENORMALISED: DenormalisedDialect = {
  make: (column) => [...ownTrigger(column), ...otherTriggers(column)],
  given: () => null, // set before the row is written
  drop: async (reader) => {
    const rows = await reader.all(PRESENT, [DENORMALISED]);
    return rows.map(({ name }) => `DROP FUNCTION ${quoted(String(name))}() CASCADE`);
  },
};

function triggerOf(column: DenormalisedColumn, kind: string, when: string, body: string): readonly string[] {
  const name = quoted(shortName(`${DENORMALISED}${column.entity}.${column.name}.${kind}`));
  const text = `BEGIN ${body} RETURN NEW; END`;
  return [
    `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS ${literal(text)}`,
    `CREATE TRIGGER ${name} ${when} FOR EACH ROW EXECUTE FUNCTION ${name}()`,
  ];
}

function ownTrigger(column: DenormalisedColumn): readonly string[] {
  const first = quoted(column.steps[0]?.column ?? '');
  const value = `(${selectSql(column.steps.slice(1), raw(`NEW.${first}`)).text} FOR SHARE)`;
  return triggerOf(
    column,
    'own',
    `BEFORE INSERT OR UPDATE OF ${first} ON ${quoted(column.entity)}`,
    `NEW.${quoted(column.name)} := ${value};`,
  );
}

function otherTriggers(column: DenormalisedColumn): readonly string[] {
  return column.steps.flatMap(({ entity, column: watched }, place) =>
    place === 0
      ? []
      : triggerOf(
          column,
          String(place),
          `AFTER INSERT OR UPDATE OF ${quoted(watched)} ON ${quoted(entity)}`,
          `${correctSql(column, place, 'NEW."id"')};`,
        ),
  );
}
