import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import Fastify from 'fastify';
import pg from 'pg';
import type { HandWritten, Statement } from './by-hand.ts';

type Run = () => Promise<readonly unknown[]> | readonly unknown[];

/** An endpoint for each shape: two prepared statements, answered as JSON. Statements come as a message, `ready` goes back. */
const [place = '', port] = process.argv.slice(2);
const prepare = place.startsWith('postgres:') ? inPostgres(place) : inSqlite(place);

process.once('message', (shapes: readonly HandWritten[]) => {
  const runs = shapes.map(({ page, total }) => ({
    page: prepare(page),
    total: total === null ? null : prepare(total),
  }));
  const app = Fastify({ logger: false });
  app.get<{ Params: { n: string } }>('/:n', async ({ params }) => {
    const run = runs[Number(params.n)];
    const [items, total] = await Promise.all([run?.page(), run?.total?.() ?? null]);
    return { items, total };
  });
  void app.listen({ port: Number(port), host: '127.0.0.1' }).then(() => process.send?.('ready'));
});

function inSqlite(path: string): (statement: Statement) => Run {
  const db = new DatabaseSync(path);
  db.exec('PRAGMA journal_mode = WAL; PRAGMA cache_size = -32000');
  return ({ text, values }) => {
    const prepared = db.prepare(text);
    return () => prepared.all(...values.map((value) => value as SQLInputValue)); // texts and numbers
  };
}

function inPostgres(url: string): (statement: Statement) => Run {
  const pool = new pg.Pool({ connectionString: url, max: 10, options: '-c search_path=reference' });
  let count = 0;
  return ({ text, values }) => {
    const name = `s${String((count += 1))}`;
    let n = 0;
    const numbered = text.replace(/\?/g, () => `$${String((n += 1))}`);
    return async () => (await pool.query({ name, text: numbered, values: [...values] })).rows;
  };
}
