import { formatDecimal } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { valuesOf } from '../../sql/sql.ts';
import { compileValue } from '../compile.ts';
import { scopeOf } from './data.ts';
import { checked, DESK } from './desk.ts';
import type { Engine } from './engine.ts';
import type { Rows } from './rows.ts';

const LINES = Number(process.env['NINEFOLD_PROVE_CASES'] ?? 20_000);
/** A ticket of nobody, with nothing in it. */
export const TICKET = {
  ...{ id: 'k1', state: 'new', created_at: '2026-03-01T00:00:00.000Z', subject: null, requester: null, team: null },
  ...{ cost: null, ratio: null, count: null, urgent: false, from: null, due: null, priority: null },
  ...{ tags: [], watchers: [], 'crew.user': [], 'crew.team': [] },
};

/** Cents that a sum of doubles loses: 0.01, 0.02 … 0.99 and, between them, amounts near 10^9 that cancel each other. */
function cents(count: number): readonly bigint[] {
  const big = 99_999_999_999n;
  return Array.from({ length: count }, (_, at) => BigInt(at % 99) + 1n + (at % 2 === 0 ? big : -big));
}

/** Holds a database to exact sums and averages over many lines. */
export function sumsExactly(open: () => Promise<Engine> | Engine): void {
  let engine: Engine;
  const values = cents(LINES);
  const sum = values.reduce((total, each) => total + each, 0n);
  beforeAll(async () => {
    engine = await open();
    const lines = values.map((value, at) => ({
      ...{ id: `l${at}`, item: null, qty: at % 7, done: false, for: null },
      price: formatDecimal(value * 10n ** 8n, 2),
    }));
    await engine.fill({ user: [], team: [], ticket: [{ ...TICKET, lines }] } as Rows);
  }, LINES * 20);
  afterAll(() => engine.close());

  test.each([
    ['sum(record.lines.map(l, l.price))', sum * 10n ** 8n],
    ['sum(record.lines.map(l, l.price * 0.1))', sum * 10n ** 7n],
    [
      'sum(record.lines.map(l, l.price)) - sum(record.lines.filter(l, l.qty != 3).map(l, l.price)) - sum(record.lines.filter(l, l.qty == 3).map(l, l.price))',
      0n,
    ],
  ])(`%s of ${LINES} lines does not drift`, { timeout: LINES * 20 }, async (source, exact) => {
    const field = DESK.entities['ticket']?.fields['cost'];
    if (!field) throw new Error('no cost');
    const fragment = compileValue(
      checked(source, DESK),
      { model: DESK, dialect: engine.dialect, entity: 'ticket', alias: 't' },
      field,
    );
    const rows = await engine.all(
      `SELECT ${fragment.text} AS "v" FROM "ticket" AS t`,
      valuesOf(fragment, scopeOf({ user: [], team: [], ticket: [] }, null, 'UTC')),
    );
    const [{ v } = { v: null }] = rows;
    expect(typeof v === 'bigint' ? formatDecimal(v * 10n ** 8n, 2) : Number(v).toFixed(2)).toBe(
      formatDecimal(exact, 2),
    );
  });
}
