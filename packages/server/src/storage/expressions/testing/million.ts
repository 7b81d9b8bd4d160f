import { afterAll, beforeAll, expect, test } from 'vitest';
import { valuesOf } from '../../sql/sql.ts';
import { compileSql } from '../compile.ts';
import { scopeOf } from './data.ts';
import { checked, DESK } from './desk.ts';
import type { Engine } from './engine.ts';
import type { Rows } from './rows.ts';
import { TICKET } from './sums.ts';

const LINES = 1_000_000;
const LONG = { timeout: 300_000 };
/** 1 to 99 cents, on amounts near 10^12 that cancel each other in pairs: doubles would lose every cent. */
const PRICE = '(CASE WHEN i % 2 = 0 THEN 99999999999999 ELSE -99999999999999 END + i % 99 + 1)';
const NOBODY: Rows = { user: [], team: [], ticket: [{ ...TICKET, lines: [] }] };

/** In cents, by a way of its own. */
function total(): bigint {
  let sum = 0n;
  for (let at = 0; at < LINES; at += 1) sum += BigInt((at % 99) + 1);
  return sum;
}

/** A whole number of cents as the language writes it. */
function decimal(cents: bigint): string {
  const text = `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
  return text.replace(/\.?0+$/, '');
}

/** Holds a database to exact sums over a million lines. */
export function addsAMillion(open: () => Promise<Engine> | Engine): void {
  let engine: Engine;
  beforeAll(async () => {
    engine = await open();
    await engine.fill(NOBODY);
    await engine.run(
      `INSERT INTO "ticket.lines" ("id", "record", "position", "qty", "price", "done") WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${LINES - 1}) SELECT 'l' || i, 'k1', i, i % 7, ${PRICE} * ${engine.cent}, FALSE FROM n`,
    );
  }, LONG.timeout);
  afterAll(() => engine.close());

  const sum = total();
  test.each([
    ['size(record.lines)', String(LINES)],
    ['sum(record.lines.map(l, l.price))', decimal(sum)],
    ['avg(record.lines.map(l, l.price)) * 1000000', decimal(sum)],
    ['max(record.lines.map(l, l.price)) + min(record.lines.map(l, l.price))', '1'],
  ])('%s of a million lines is %s', LONG, async (source, value) => {
    const place = { model: DESK, dialect: engine.dialect, entity: 'ticket', alias: 't' };
    const compiled = compileSql(checked(`text(${source})`, DESK), place);
    const values = valuesOf(compiled, scopeOf(NOBODY, null, 'UTC'));
    const rows = await engine.all(`SELECT ${compiled.text} AS "v" FROM "ticket" AS t`, values);
    expect(rows).toEqual([{ v: value }]);
  });
}
