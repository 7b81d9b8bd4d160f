import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyRequest } from 'fastify';
import pg from 'pg';
import { openConnection } from '../packages/server/src/storage/sqlite/connections/connection.ts';
import type { Row } from './store.ts';
import type { SameTables } from './work.ts';

/** What an endpoint writes with one commit. */
interface Statements {
  /** The row, its history and, where there is one, its number; false where the caller may not. */
  create(row: Row, event: Row, caller: string): Promise<boolean>;
  /** The changed text, and what it was before; null where the caller may not. */
  update(changed: Row, event: Row, caller: string): Promise<Row | null>;
}

const HISTORY = ['id', 'entity', 'record', 'at', 'by', 'kind', 'changes', 'via', 'version'];
const DRAW = `UPDATE "_sequence" SET "last" = "last" + 1 WHERE "entity" = 'ticket' AND "part" = ? RETURNING "last"`;

const CALLER = 'caller';

/** A condition with the places of the values that it names: `{caller}`, and fields of the row. */
function filled(condition: string, place: (name: string) => string): string {
  return condition.replace(/\{(\w+)\}/g, (_, name: string) => place(name));
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}

function inSqlite(path: string, work: SameTables): Statements {
  const { handle } = openConnection(path);
  const columns = Object.keys(work.template);
  const marks = (names: readonly string[]): string => names.map((_, at) => `?${String(at + 1)}`).join(', ');
  const place = (name: string): string => `?${String((name === CALLER ? columns.length : columns.indexOf(name)) + 1)}`;
  const insert = handle.prepare(
    `INSERT INTO "ticket" (${quoted(columns)}) SELECT ${marks(columns)} WHERE ${filled(work.mayCreate, place)}`,
  );
  const history = handle.prepare(`INSERT INTO "_history" (${quoted(HISTORY)}) VALUES (${marks(HISTORY)})`);
  const draw = handle.prepare(DRAW);
  const old = handle.prepare(
    `SELECT "${work.text}" AS "text", "version" FROM "ticket" t WHERE "id" = ?1 AND ${filled(work.mayUpdate, () => '?2')}`,
  );
  const update = handle.prepare(
    `UPDATE "ticket" SET "${work.text}" = ?, "_search" = ?, "version" = ?, "changed_at" = ?, "changed_by" = ? WHERE "id" = ?`,
  );
  const given = (row: Row, names: readonly string[]) =>
    names.map((name) => (row[name] ?? null) as string | number | null);
  const committed = <T>(work: () => T): T => {
    handle.exec('BEGIN IMMEDIATE');
    try {
      const value = work();
      handle.exec('COMMIT');
      return value;
    } catch (reason) {
      handle.exec('ROLLBACK');
      throw reason;
    }
  };
  return {
    create: async (row, event, caller) =>
      committed(() => {
        const drawn = work.part === null ? {} : { number: numbered(work.part, draw.get(work.part)?.['last']) };
        const { changes } = insert.run(...given({ ...row, ...drawn }, columns), caller);
        if (changes === 0) return false;
        history.run(...given(event, HISTORY));
        return true;
      }),
    update: async (changed, event, caller) =>
      committed(() => {
        const before = old.get(String(changed['id']), caller);
        if (before === undefined) return null;
        const version = Number(before['version']) + 1;
        const { text, search, at, by, id } = changed as Readonly<Record<string, string>>;
        update.run(text ?? '', search ?? '', version, at ?? '', by ?? '', id ?? '');
        const changes = JSON.stringify([{ field: work.text, old: before['text'], new: text }]);
        history.run(...given({ ...event, version, changes }, HISTORY));
        return { ...changed, version };
      }),
  };
}

/** Everything of a write is one statement, and so one message and one commit. */
function inPostgres(url: string, work: SameTables): Statements {
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  const columns = Object.keys(work.template);
  const place = (name: string): string => (name === 'number' && work.part !== null ? DRAWN : `r."${name}"`);
  const drawn = work.part === null ? '' : `n AS (${DRAW.replace('?', '$4')}),`;
  const create = `WITH ${drawn} t AS (INSERT INTO "ticket" (${quoted(columns)}) SELECT ${columns.map(place).join(', ')}
      FROM jsonb_populate_record(null::"ticket", $1::jsonb) AS r ${work.part === null ? '' : 'CROSS JOIN n'}
      WHERE ${filled(work.mayCreate, (name) => (name === CALLER ? '$3' : `r."${name}"`))} RETURNING "id"),
    h AS (INSERT INTO "_history" (${quoted(HISTORY)}) SELECT ${quoted(HISTORY)}
      FROM jsonb_populate_record(null::"_history", $2::jsonb) WHERE EXISTS (SELECT 1 FROM t))
    SELECT count(*)::int AS "n" FROM t`;
  const update = `WITH o AS (SELECT t."id", t."${work.text}" AS "text" FROM "ticket" t WHERE t."id" = $1 AND ${filled(work.mayUpdate, () => '$6')} FOR UPDATE),
    u AS (UPDATE "ticket" AS t SET "${work.text}" = $2, "_search" = $3, "version" = t."version" + 1, "changed_at" = $4, "changed_by" = $5
      FROM o WHERE t."id" = o."id" RETURNING t."version", o."text"),
    h AS (INSERT INTO "_history" (${quoted(HISTORY)}) SELECT $7, 'ticket', $1, $4, $5, 'update',
      json_build_array(json_build_object('field', '${work.text}', 'old', u."text", 'new', $2::text))::text, 'call', u."version" FROM u)
    SELECT "version" FROM u`;
  return {
    create: async (row, event, caller) => {
      const values = [JSON.stringify(row), JSON.stringify(event), caller, ...(work.part === null ? [] : [work.part])];
      const { rows } = await pool.query<{ n: number }>({ name: 'create', text: create, values });
      return rows[0]?.n === 1;
    },
    update: async (changed, event, caller) => {
      const { id, text, search, at, by } = changed;
      const values = [id, text, search, at, by, caller, event['id']];
      const { rows } = await pool.query<Row>({ name: 'update', text: update, values });
      return rows[0] === undefined ? null : { ...changed, version: rows[0]['version'] };
    },
  };
}

const DRAWN = `'N-' || n."last"`;

function numbered(part: string, last: unknown): string {
  return `N-${part}-${String(last)}`;
}

/**
 * The writes of an endpoint that a good developer writes by hand for the tables that the product made, with all their indexes and
 * triggers: the row and its history with one commit, and where tickets are numbered a number without gaps.
 */
function start(sql: Statements, work: SameTables, port: number): void {
  const app = Fastify({ logger: false });
  const text = { type: 'string', minLength: 1, maxLength: 5000 };
  const schemaOf = (names: readonly string[]): object => ({
    body: { type: 'object', required: names, properties: Object.fromEntries(names.map((name) => [name, text])) },
  });
  const caller = ({ headers }: FastifyRequest): string => String(headers['x-caller']).split(',')[0] ?? '';
  const eventOf = (record: string, at: string, kind: string): Row => ({
    ...{ id: randomUUID(), entity: 'ticket', record, at, by: work.by, kind, via: 'call', version: 1 },
  });
  app.post<{ Body: Readonly<Record<string, string>> }>('/ticket', {
    schema: schemaOf(work.sent),
    handler: async (request, reply) => {
      const [id, at, body] = [randomUUID(), new Date().toISOString(), request.body];
      const own = { id, version: 1, created_at: at, created_by: work.by, changed_at: at, changed_by: work.by };
      const row = { ...work.template, ...body, ...own, _search: body[work.text]?.toLowerCase() };
      const changes = Object.entries(body).map(([field, value]) => ({ field, old: null, new: value }));
      const event = { ...eventOf(id, at, 'create'), changes: JSON.stringify(changes) };
      const isDone = await sql.create(row, event, caller(request));
      return reply.code(isDone ? 201 : 403).send(isDone ? row : { code: 'forbidden' });
    },
  });
  app.patch<{ Params: { id: string }; Body: Readonly<Record<string, string>> }>('/ticket/:id', {
    schema: schemaOf([work.text]),
    handler: async (request, reply) => {
      const [id, at, given = ''] = [request.params.id, new Date().toISOString(), request.body[work.text]];
      const changed = { id, text: given, search: given.toLowerCase(), at, by: work.by };
      const row = await sql.update(changed, eventOf(id, at, 'update'), caller(request));
      return reply.code(row ? 200 : 404).send(row ?? { code: 'not_found' });
    },
  });
  void app.listen({ port, host: '127.0.0.1' }).then(() => process.send?.('ready'));
}

const [place = '', port, given = '{}'] = process.argv.slice(2);
const work = JSON.parse(given) as SameTables;
start(place.startsWith('postgres:') ? inPostgres(place, work) : inSqlite(place, work), work, Number(port));
