import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { seededRandom } from '../../costs/seeded-random.ts';
import { openSqlite } from './open.ts';

let folder: string;
let db: Database;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ninefold-'));
  db = await openSqlite(join(folder, 'deep', 'a.db'));
  await db.write((tx) => tx.run('CREATE TABLE t (n INTEGER UNIQUE, s TEXT) STRICT', []));
});
afterEach(async () => {
  await db.close();
  rmSync(folder, { recursive: true, force: true });
});

const rows = () => db.read.all('SELECT n FROM t ORDER BY n', []);

describe('openSqlite', () => {
  it('keeps a write-ahead log, syncs every commit and holds to foreign keys', async () => {
    for (const [pragma, value] of [
      ['journal_mode', 'wal'],
      ['synchronous', 2n],
      ['foreign_keys', 1n],
      ['journal_size_limit', 67_108_864n],
    ] as const) {
      expect(await db.read.all(`PRAGMA ${pragma}`, [])).toEqual([{ [pragma]: value }]);
      await db.write(async (tx) => expect(await tx.all(`PRAGMA ${pragma}`, [])).toEqual([{ [pragma]: value }]));
    }
  });

  it('leaves the sync of repeated work to the next work that is not, and never takes it from others', async () => {
    const isSynced = async (size?: 'repeated'): Promise<boolean> =>
      db.write(
        async (tx) => Number((await tx.all('PRAGMA synchronous', []))[0]?.['synchronous']) === 2,
        undefined,
        size,
      );
    expect(await isSynced('repeated')).toBe(false);
    expect(await isSynced()).toBe(true);
    const random = seededRandom(11);
    const asked = Array.from({ length: 60 }, () => random() < 0.8);
    const found = await Promise.all(asked.map((isRepeated) => isSynced(isRepeated ? 'repeated' : undefined)));
    const wrong = asked.filter((isRepeated, index) => !isRepeated && found[index] === false);
    expect(wrong).toEqual([]);
    const arrivedMeanwhile: Promise<boolean>[] = [];
    await db.write(async () => void arrivedMeanwhile.push(isSynced()), undefined, 'repeated');
    expect(await Promise.all(arrivedMeanwhile)).toEqual([true]);
    await expect(db.write(() => Promise.reject(new Error('no')), undefined, 'repeated')).rejects.toThrow('no');
    expect(await isSynced()).toBe(true);
  });

  it('counts parameters strictly and keeps big integers exact', async () => {
    await expect(db.read.all('SELECT ?', [])).rejects.toThrow(RangeError);
    await expect(db.read.all(`SELECT '?', "n" FROM t WHERE n = ?`, [1, 2])).rejects.toThrow(RangeError);
    await db.write((tx) => tx.run('INSERT INTO t (n) VALUES (?)', [9007199254740993n]));
    expect(await rows()).toEqual([{ n: 9007199254740993n }]);
  });

  it('rolls back the one work that fails and keeps those that share its commit', async () => {
    const works = [1, 2, 2, 3].map((n) =>
      db.write(async (tx) => {
        await tx.run('INSERT INTO t (n) VALUES (?)', [n + 100]).catch(() => undefined);
        await tx.run('INSERT INTO t (n) VALUES (?)', [n]);
        if (n === 3) throw new Error('no');
        return n;
      }),
    );
    const settled = await Promise.allSettled(works);
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected']);
    expect((await rows()).map(({ n }) => Number(n))).toEqual([1, 2, 101, 102]);
    await db.write((tx) => tx.run('INSERT INTO t (n) VALUES (4)', []));
    expect((await rows()).length).toBe(5);
  });

  it('shows readers only what is committed', async () => {
    await db.write(async (tx) => {
      await tx.run('INSERT INTO t (n) VALUES (1)', []);
      expect(await rows()).toEqual([]);
    });
    expect(await rows()).toEqual([{ n: 1n }]);
  });
});
