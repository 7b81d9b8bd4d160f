import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import Fastify from 'fastify';
import { REFERENCE_SCHEMA } from './reference-schema.ts';

/** What a good developer writes by hand for one entity: Fastify, embedded SQLite, one statement per call, the row rule in the statement. */
function start(path: string, port: number): void {
  const db = new DatabaseSync(path);
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -32000');
  db.exec(REFERENCE_SCHEMA);
  const { fs } = db.prepare('SELECT synchronous AS fs FROM pragma_synchronous').get() as { fs: number };
  if (fs !== 2) throw new Error(`synchronous is ${fs}, not FULL`);
  const mayRead = `(t.team = :team OR t.assignee = :me OR t.requester = :me
    OR EXISTS (SELECT 1 FROM watchers w WHERE w.ticket = t.id AND w.person = :me))`;
  const one = db.prepare(`SELECT t.* FROM tickets t WHERE t.id = :id AND ${mayRead}`);
  const page = db.prepare(
    `SELECT t.* FROM tickets t WHERE t.state = :state AND ${mayRead} ORDER BY t.due, t.id LIMIT 25`,
  );
  const total = db.prepare(`SELECT count(*) AS n FROM tickets t WHERE t.state = :state AND ${mayRead}`);
  const insert =
    db.prepare(`INSERT INTO tickets (id, number, subject, category, priority, state, due, team, assignee, requester, details, version, created_at, changed_at)
    VALUES (:id, (SELECT 'N-' || count + 1 FROM counter), :subject, :category, 'normal', 'new', :due, :team, NULL, :me, :details, 1, :now, :now) RETURNING *`);
  const update = db.prepare(`UPDATE tickets AS t SET subject = :subject, version = version + 1, changed_at = :now
    WHERE t.id = :id AND t.team = :team RETURNING *`);
  const caller = (headers: Readonly<Record<string, unknown>>): { team: string; me: string } => ({
    team: String(headers['x-team']),
    me: String(headers['x-person']),
  });

  const app = Fastify({ logger: false });
  app.get<{ Params: { id: string } }>('/ticket/:id', (request, reply) => {
    const row = one.get({ ...caller(request.headers), id: request.params.id });
    return row ?? reply.code(404).send({ code: 'not_found' });
  });
  app.get<{ Querystring: { state: string } }>('/ticket', (request) => {
    const values = { ...caller(request.headers), state: request.query.state };
    return { items: page.all(values), total: total.get(values)?.['n'] };
  });
  app.post<{ Body: { subject: string; category: string; details: string } }>('/ticket', {
    schema: { body: bodySchema(['subject', 'category', 'details']) },
    handler: (request, reply) => {
      const { subject, category, details } = request.body;
      const now = new Date();
      const due = new Date(now.getTime() + 48 * 3_600_000).toISOString();
      return reply.code(201).send(
        insert.get({
          ...caller(request.headers),
          id: randomUUID(),
          subject,
          category,
          details,
          due,
          now: now.toISOString(),
        }),
      );
    },
  });
  app.patch<{ Params: { id: string }; Body: { subject: string } }>('/ticket/:id', {
    schema: { body: bodySchema(['subject']) },
    handler: (request, reply) => {
      const { team } = caller(request.headers);
      const row = update.get({
        team,
        id: request.params.id,
        subject: request.body.subject,
        now: new Date().toISOString(),
      });
      return row ?? reply.code(404).send({ code: 'not_found' });
    },
  });
  void app.listen({ port, host: '127.0.0.1' }).then(() => process.send?.('ready'));
}

function bodySchema(names: readonly string[]): object {
  const text = { type: 'string', minLength: 1, maxLength: 5000 };
  return { type: 'object', required: names, properties: Object.fromEntries(names.map((name) => [name, text])) };
}

start(process.argv[2] ?? '', Number(process.argv[3]));
