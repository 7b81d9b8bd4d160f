import type { Renamed } from '@ninefold/spec';
import { RECORD_TABLES } from '../../schema/tables.ts';
import { quoted } from '../../sql/names.ts';
import type { Step } from '../changes/change.ts';
import { ALL, type Where } from '../changes/stored.ts';

/** Another id than before. */
export interface NewId {
  readonly was: string;
  readonly now: string;
}

export function newIds(renamed: readonly Renamed[]): readonly NewId[] {
  return renamed.map(({ path, was }) => ({ was, now: path.at(-1) ?? '' }));
}

/**
 * Gives a column other ids. They are given all at once, so that two may be exchanged: those pass through third ones, since engines
 * look at keys row by row. A row that was left of something that went earlier makes room for the one that takes its key.
 */
export function exchange(table: string, column: string, ids: readonly NewId[], where = ALL): Step {
  const former = new Set(ids.map(({ was }) => was));
  const through = (index: number): string => `_m${String(index)}`;
  const rounds = ids.some(({ now }) => former.has(now))
    ? [ids.map(({ was }, at) => ({ was, now: through(at) })), ids.map(({ now }, at) => ({ was: through(at), now }))]
    : [ids];
  const key = RECORD_TABLES.find(({ name }) => name === table)?.key ?? [];
  const taken = key.includes(column) ? ids.filter(({ now }) => !former.has(now)) : [];
  const others = key.filter((one) => one !== column);
  const statements = [
    ...taken.map((id) => room(table, { column, others }, id, where)),
    ...rounds.map((round) => change(table, column, round, where)),
  ];
  return {
    phase: 'reword',
    run: async (tx) => {
      for (const { text, values } of statements) await tx.run(text, values);
    },
  };
}

function change(table: string, column: string, ids: readonly NewId[], where: Where): Where {
  const name = quoted(column);
  const cases = ids.map(() => 'WHEN CAST(? AS text) THEN CAST(? AS text)').join(' ');
  const marks = ids.map(() => '?').join(', ');
  return {
    text: `UPDATE ${quoted(table)} SET ${name} = CASE ${name} ${cases} ELSE ${name} END WHERE ${name} IN (${marks}) AND (${where.text})`,
    values: [...ids.flatMap(({ was, now }) => [was, now]), ...ids.map(({ was }) => was), ...where.values],
  };
}

interface Key {
  readonly column: string;
  readonly others: readonly string[];
}

function room(table: string, { column, others }: Key, { was, now }: NewId, where: Where): Where {
  const same = others.map((one) => ` AND "_taking".${quoted(one)} = ${quoted(table)}.${quoted(one)}`).join('');
  return {
    text: `DELETE FROM ${quoted(table)} WHERE ${quoted(column)} = ? AND (${where.text})
      AND EXISTS (SELECT 1 FROM ${quoted(table)} AS "_taking" WHERE "_taking".${quoted(column)} = ?${same})`,
    values: [now, ...where.values, was],
  };
}
