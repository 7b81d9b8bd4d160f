import { randomUUID } from 'node:crypto';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import Fastify from 'fastify';
import pg from 'pg';

type Row = Readonly<Record<string, unknown>>;
type Statement = (values: readonly unknown[]) => Promise<readonly Row[]> | readonly Row[];

const READABLE = `(t.team = $1 OR t.assignee = $2 OR t.requester = $2
  OR EXISTS (SELECT 1 FROM watchers w WHERE w.ticket = t.id AND w.person = $2))`;
const COLUMNS =
  'id, number, subject, category, priority, state, due, team, assignee, requester, details, version, created_at, changed_at';
const statements = (nextNumber: string) => ({
  one: `SELECT t.* FROM tickets t WHERE t.id = $3 AND ${READABLE}`,
  page: `SELECT t.* FROM tickets t WHERE t.state = $3 AND ${READABLE} ORDER BY t.due, t.id LIMIT 25`,
  after: `SELECT t.* FROM tickets t WHERE t.state = $3 AND (t.due, t.id) > ($4, $5) AND ${READABLE} ORDER BY t.due, t.id LIMIT 25`,
  total: `SELECT count(*) AS n FROM tickets t WHERE t.state = $3 AND ${READABLE}`,
  search: `SELECT t.* FROM tickets t WHERE t.subject LIKE $3 AND ${READABLE} ORDER BY t.id LIMIT 25`,
  found: `SELECT count(*) AS n FROM tickets t WHERE t.subject LIKE $3 AND ${READABLE}`,
  insert: `INSERT INTO tickets (${COLUMNS}) VALUES ($3, ${nextNumber}, $4, $5, 'normal', 'new', $6, $1, NULL, $2, $7, 1, $8, $8) RETURNING *`,
  update: `UPDATE tickets AS t SET subject = $4, version = version + 1, changed_at = $5 WHERE t.id = $3 AND t.team = $1 AND $2 = $2 RETURNING *`,
});
type Statements = Readonly<Record<keyof ReturnType<typeof statements>, Statement>>;

function inSqlite(path: string): Statements {
  const db = new DatabaseSync(path);
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -32000');
  const { fs } = db.prepare('SELECT synchronous AS fs FROM pragma_synchronous').get() as { fs: number };
  if (fs !== 2) throw new Error(`synchronous is ${fs}, not FULL`);
  const prepared = Object.entries(statements(`(SELECT 'N-' || (count + 1) FROM counter)`)).map(([name, text]) => {
    const used = [...text.matchAll(/\$(\d)/g)].map(([, n]) => Number(n) - 1);
    const statement = db.prepare(text.replace(/\$\d/g, '?'));
    return [
      name,
      (values: readonly unknown[]) => statement.all(...used.map((n) => values[n] as SQLInputValue)),
    ] as const;
  });
  return Object.fromEntries(prepared) as unknown as Statements;
}

function inPostgres(url: string): Statements {
  const pool = new pg.Pool({ connectionString: url, max: 10, options: '-c search_path=reference' });
  const texts = Object.entries(statements(`'N-' || nextval('counter')`));
  return Object.fromEntries(
    texts.map(([name, text]) => {
      const count = Math.max(...[...text.matchAll(/\$(\d)/g)].map(([, n]) => Number(n)));
      const named = { name, text };
      // A parameter that a statement does not use has no type.
      const run: Statement = async (values) =>
        (await pool.query<Row>({ ...named, values: values.slice(0, count) })).rows;
      return [name, run];
    }),
  ) as unknown as Statements;
}

/** What a good developer writes by hand for one entity: Fastify, one prepared statement per call, the row rule in the statement. */
function start(sql: Statements, port: number): void {
  const app = Fastify({ logger: false });
  const caller = (headers: Readonly<Record<string, unknown>>): readonly unknown[] => [
    headers['x-team'],
    headers['x-person'],
  ];
  app.get<{ Params: { id: string } }>('/ticket/:id', async (request, reply) => {
    const [row] = await sql.one([...caller(request.headers), request.params.id]);
    return row ?? reply.code(404).send({ code: 'not_found' });
  });
  app.get<{ Querystring: { state: string; due?: string; id?: string; search?: string } }>(
    '/ticket',
    async (request) => {
      const { state, due, id, search } = request.query;
      const values = [...caller(request.headers), search === undefined ? state : `%${search}%`];
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
  app.post<{ Body: { subject: string; category: string; details: string } }>('/ticket', {
    schema: { body: bodySchema(['subject', 'category', 'details']) },
    handler: async (request, reply) => {
      const { subject, category, details } = request.body;
      const now = new Date();
      const due = new Date(now.getTime() + 48 * 3_600_000).toISOString();
      const values = [randomUUID(), subject, category, due, details, now.toISOString()];
      const [row] = await sql.insert([...caller(request.headers), ...values]);
      return reply.code(201).send(row);
    },
  });
  app.patch<{ Params: { id: string }; Body: { subject: string } }>('/ticket/:id', {
    schema: { body: bodySchema(['subject']) },
    handler: async (request, reply) => {
      const values = [request.params.id, request.body.subject, new Date().toISOString()];
      const [row] = await sql.update([...caller(request.headers), ...values]);
      return row ?? reply.code(404).send({ code: 'not_found' });
    },
  });
  void app.listen({ port, host: '127.0.0.1' }).then(() => process.send?.('ready'));
}

function bodySchema(names: readonly string[]): object {
  const text = { type: 'string', minLength: 1, maxLength: 5000 };
  return { type: 'object', required: names, properties: Object.fromEntries(names.map((name) => [name, text])) };
}

const [place = '', port] = process.argv.slice(2);
start(place.startsWith('postgres:') ? inPostgres(place) : inSqlite(place), Number(port));
