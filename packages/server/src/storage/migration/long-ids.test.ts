import { describe, expect, it } from 'vitest';
import { longIds } from '../../testing/long-ids.ts';
import { TEST_DIALECT } from '../../testing/test-database.ts';
import { add, aside, bring, columns, openShelfForEachTest, refusalOf, rows } from './testing/shelf.ts';

openShelfForEachTest();

const FIRST = `ninefold: 1
purpose: { name: shelf, languages: [en], currency: EUR }
entities:
  <shop>: { title: <name>, fields: { <name>: { type: string }, <head>: { type: reference, to: user } } }
  <book>:
    title: <name>
    unique: [[<name>, <shop>]]
    fields:
      <name>: { type: string, index: true, search: true }
      <size>: { type: string }
      <weight>: { type: string }
      <shop>: { type: reference, to: <shop> }
      <tags>: { type: choices, options: [<red>, <blue>] }
      <rows>: { type: lines, fields: { <count>: { type: string } } }
      <gone>: { type: string }
roles: { clerk: { <book>: { read: record.<shop>.<head> == user }, <shop>: all } }
`;
/** Two entities and two fields exchange their names; a table of lines and a table of links move; two fields get another type. */
const SECOND = `ninefold: 1
purpose: { name: shelf, languages: [en], currency: EUR }
entities:
  <book>: { was: <shop>, title: <name>, fields: { <name>: { type: string }, <head>: { type: reference, to: user } } }
  <shop>:
    was: <book>
    title: <size>
    unique: [[<size>, <store>]]
    fields:
      <size>: { type: string, index: true, search: true, was: <name> }
      <name>: { type: integer, was: <size> }
      <weight>: { type: integer }
      <store>: { type: reference, to: <book>, was: <shop> }
      <marks>: { type: choices, options: { <crimson>: { was: <red> }, <blue>: {} }, was: <tags> }
      <lines>: { type: lines, was: <rows>, fields: { <count>: { type: integer } } }
roles: { clerk: { <shop>: { read: record.<store>.<head> == user }, <book>: all } }
`;

describe.each(['first', 'last'] as const)('tables and columns that share the %s 58 of 60 characters', (shared) => {
  const ids = longIds(shared);
  const at = (text: string): string => ids.in(text);

  it(`are made apart, exchange their names, and what is in them follows (seed ${String(ids.seed)})`, async () => {
    await bring(at(FIRST));
    await add(at('<shop>'), { id: 's', [at('<name>')]: 'Kobe' });
    await add(at('<book>'), {
      id: 'b',
      [at('<name>')]: 'Emma',
      [at('<size>')]: '12',
      [at('<weight>')]: '7',
      [at('<shop>')]: 's',
      [at('<gone>')]: 'x',
    });
    const children = (
      await rows(
        TEST_DIALECT === 'postgres'
          ? `SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()`
          : `SELECT name FROM sqlite_master WHERE type = 'table'`,
      )
    ).map(({ name }) => String(name));
    const own = children.filter((name) => /^[^_]/.test(name) && name.includes(at('<shop>').slice(9, 49)));
    expect(own).toHaveLength(4);
    expect(own.every((name) => Buffer.byteLength(name) <= 63)).toBe(true);

    const refused = await refusalOf(at(SECOND));
    expect(refused.changes.filter(({ verdict }) => verdict !== 'safe').map(({ name }) => name)).toEqual([
      at('<shop>.<gone>'),
    ]);
    const { changes } = await bring(at(SECOND), at('<shop>.<gone>'));
    expect(changes.filter(({ verdict }) => verdict === 'open')).toEqual([]);
    expect(await rows(at('SELECT "<size>" AS a, "<store>" AS b FROM "<shop>"'))).toEqual([{ a: 'Emma', b: 's' }]);
    const numbers = await rows(at('SELECT "<name>" AS a, "<weight>" AS b FROM "<shop>"'));
    expect(numbers.map(({ a, b }) => [Number(a), Number(b)])).toEqual([[12, 7]]);
    expect(await rows(at('SELECT "<name>" AS a FROM "<book>"'))).toEqual([{ a: 'Kobe' }]);
    expect(await aside()).toEqual([at('<shop>.<gone> | <book> | <gone> | b | x')]);
    expect(await columns(at('<shop>'))).not.toContain(at('<gone>'));
    await expect(add(at('<shop>'), { [at('<size>')]: 'Emma', [at('<store>')]: 's' })).rejects.toThrow(/unique/i);
    expect(await bring(at(SECOND))).toEqual({ created: false, changes: [] });
  });
});
