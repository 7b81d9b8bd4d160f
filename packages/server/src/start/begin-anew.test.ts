import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startServer, type Running } from './start-server.ts';

const NOTES = `ninefold: 1
purpose: { name: notes }
entities: { note: { title: name, fields: { name: { type: string } } } }
roles: { all: { members: everyone, note: all } }
`;

/** Thrown in the place of the process that begins again. */
class BegunAnew extends Error {
  readonly rows: number;
  constructor(rows: number) {
    super('begun anew');
    this.rows = rows;
  }
}

/** A start over a data file of so many rows, and those of before. */
function startsWith(place: string, rows: number): Promise<Running> {
  mkdirSync(join(place, 'data'), { recursive: true });
  writeFileSync(join(place, 'application.yaml'), NOTES);
  const lines = Array.from({ length: rows }, (_, n) => `n${String(n)}`);
  writeFileSync(join(place, 'data/note.csv'), ['name', ...lines, ''].join('\n'));
  return startServer({
    ...{ folder: place, data: join(place, 'stored'), database: null, host: '127.0.0.1', port: 0, demo: true },
    ...{ acceptLoss: [], web: 'none', webLocales: null, errorsDsn: null, log: () => undefined },
    beginAnew: ({ data }) => {
      throw new BegunAnew(data.created);
    },
  });
}

test('a start that has loaded many rows begins anew before it answers, with all of them stored; one that loads few does not', async () => {
  const place = mkdtempSync(join(tmpdir(), 'ninefold-anew-'));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  await expect(startsWith(place, 1000)).rejects.toEqual(new BegunAnew(1000));
  for (const [rows, created] of [
    [1000, 0],
    [1999, 999],
  ] as const) {
    const running = await startsWith(place, rows);
    expect([rows, running.data.created]).toEqual([rows, created]);
    await running.close({ noticeMs: 0, patienceMs: 0 });
  }
});
