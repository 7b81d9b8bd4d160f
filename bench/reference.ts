import { randomUUID } from 'node:crypto';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import Fastify, { type FastifyRequest } from 'fastify';
import pg from 'pg';
import { DESK_BY_HAND } from './desk/by-hand.ts';
import { RULE_BY_HAND } from './rule/by-hand.ts';
import type { ByHand, Texts, WorkName } from './work.ts';

type Row = Readonly<Record<string, unknown>>;
type Statement = (values: readonly unknown[]) => Promise<readonly Row[]> | readonly Row[];
type Statements = Readonly<Record<keyof Texts, Statement>>;

const BY_HAND: Readonly<Record<WorkName, ByHand>> = { desk: DESK_BY_HAND, rule: RULE_BY_HAND };

function inSqlite(path: string, work: ByHand): Statements {
  const db = new DatabaseSync(path);
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -32000');
  const { fs } = db.prepare('SELECT synchronous AS fs FROM pragma_synchronous').get() as { fs: number };
  if (fs !== 2) throw new Error(`synchronous is ${fs}, not FULL`);
  return each(work.statements('sqlite'), (_, text) => {
    const used = [...text.matchAll(/\$(\d)/g)].map(([, n]) => Number(n) - 1);
    const statement = db.prepare(text.replace(/\$\d/g, '?'));
    return (values) => statement.all(...used.map((n) => values[n] as SQLInputValue));
  });
}

function inPostgres(url: string, work: ByHand): Statements {
  const pool = new pg.Pool({ connectionString: url, max: 10, options: '-c search_path=reference' });
  return each(work.statements('postgres'), (name, text) => {
    const count = Math.max(...[...text.matchAll(/\$(\d)/g)].map(([, n]) => Number(n)));
    // A parameter that a statement does not use has no type.
    return async (values) => (await pool.query<Row>({ name, text, values: values.slice(0, count) })).rows;
  });
}

function each(texts: Texts, make: (name: string, text: string) => Statement): Statements {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]: [string, string]) => [name, make(name, text)]),
  ) as unknown as Statements;
}

/**
 * An endpoint as a good developer writes it by hand for one entity: Fastify, one prepared statement per call, the row
 * condition in the statement.
 */
function start(sql: Statements, { body }: ByHand, port: number): void {
  const app = Fastify({ logger: false });
  const caller = ({ headers }: FastifyRequest): readonly string[] => String(headers['x-caller']).split(',');
  app.get<{ Params: { id: string } }>('/ticket/:id', async (request, reply) => {
    const [row] = await sql.one([...caller(request), request.params.id]);
    return row ?? reply.code(404).send({ code: 'not_found' });
  });
  app.get<{ Querystring: { filter: string; due?: string; id?: string; search?: string } }>(
    '/ticket',
    async (request) => {
      const { filter, due, id, search } = request.query;
      const values = [...caller(request), search === undefined ? filter : `%${search}%`];
      const [items, [total]] = await Promise.all([
        search !== undefined
          ? sql.search(values)
          : due === undefined
            ? sql.page(values)
            : sql.after([...values, due, id]),
        search !== undefined ? sql.found(values) : sql.total(values),
      ]);
      return { items, total: Number(total?.['n']) };
    },
  );
  app.post<{ Body: Readonly<Record<string, string>> }>('/ticket', {
    schema: { body: bodySchema(body.insert) },
    handler: async (request, reply) => {
      const now = new Date();
      const due = new Date(now.getTime() + 48 * 3_600_000).toISOString();
      const values = [randomUUID(), due, now.toISOString(), ...body.insert.map((name) => request.body[name])];
      const [row] = await sql.insert([...caller(request), ...values]);
      return reply.code(row ? 201 : 403).send(row ?? { code: 'forbidden' });
    },
  });
  app.patch<{ Params: { id: string }; Body: Readonly<Record<string, string>> }>('/ticket/:id', {
    schema: { body: bodySchema(body.update) },
    handler: async (request, reply) => {
      const values = [request.params.id, new Date().toISOString(), ...body.update.map((name) => request.body[name])];
      const [row] = await sql.update([...caller(request), ...values]);
      return row ?? reply.code(404).send({ code: 'not_found' });
    },
  });
  void app.listen({ port, host: '127.0.0.1' }).then(() => process.send?.('ready'));
}

function bodySchema(names: readonly string[]): object {
  const text = { type: 'string', minLength: 1, maxLength: 5000 };
  return { type: 'object', required: names, properties: Object.fromEntries(names.map((name) => [name, text])) };
}

const [name, place = '', port] = process.argv.slice(2);
const work = BY_HAND[name as WorkName];
start(place.startsWith('postgres:') ? inPostgres(place, work) : inSqlite(place, work), work, Number(port));
