import { expect, test } from 'vitest';
import { statementBlocks } from './statement-blocks.ts';

const LIVE = 't."trashed_at" IS NULL';

test('a block is the innermost SELECT that looks for live rows, with its own parameters and limit', () => {
  const found = `SELECT t."id" FROM "ticket" t WHERE (${LIVE} AND t."state" = ? AND EXISTS (SELECT 1 FROM "l" l WHERE l."value" = ?)) ORDER BY t."id" LIMIT 26 OFFSET 50`;
  const text = `WITH p AS MATERIALIZED (${found}) SELECT p.*, (SELECT ?) FROM p`;
  expect(statementBlocks(text)).toEqual([{ text: found, mark: found.indexOf(LIVE), first: 0, count: 2, limit: 76 }]);
});

test('sums of counts and arms of a UNION ALL are blocks of their own', () => {
  const count = (name: string): string => `SELECT 1 FROM "${name}" t WHERE ${LIVE} AND t."x" = ? LIMIT 10001`;
  const sum = `SELECT (SELECT count(*) FROM (${count('a')}) AS "capped") + (SELECT count(*) FROM (${count('b')}) AS "capped") AS n`;
  expect(statementBlocks(sum).map(({ first, count, limit }) => [first, count, limit])).toEqual([
    [0, 1, 10_001],
    [1, 1, 10_001],
  ]);
  const arm = (name: string): string => `SELECT t."id" FROM "${name}" t WHERE ${LIVE} AND t."x" = ?`;
  const union = `WITH h AS MATERIALIZED (${arm('a')} UNION ALL ${arm('b')}), p AS MATERIALIZED (SELECT * FROM h LIMIT 26) SELECT 1 FROM p`;
  expect(statementBlocks(union).map(({ text, first, limit }) => [text.trim(), first, limit])).toEqual([
    [arm('a'), 0, null],
    [arm('b'), 1, null],
  ]);
});

test('a statement that looks for no live rows has no block, whatever its texts say', () => {
  expect(
    statementBlocks(`SELECT '(SELECT t."trashed_at"' AS x, "t"."trashed_at" FROM "a (" t WHERE t."id" = ?`),
  ).toEqual([]);
});
