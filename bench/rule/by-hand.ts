import type { ByHand } from '../work.ts';

const TABLES = `
  CREATE TABLE IF NOT EXISTS people (id TEXT PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL, department TEXT);
  CREATE TABLE IF NOT EXISTS tickets (
    id TEXT PRIMARY KEY, title TEXT NOT NULL, details TEXT, status TEXT NOT NULL, priority TEXT NOT NULL, due TEXT,
    assignee TEXT REFERENCES people (id), version INTEGER NOT NULL, created_at TEXT NOT NULL, changed_at TEXT NOT NULL
  );
  CREATE INDEX IF NOT EXISTS tickets_list ON tickets (status, due, id);
`;
const READABLE = 'EXISTS (SELECT 1 FROM people p WHERE p.id = t.assignee AND p.department = $1)';
const COLUMNS = 'id, title, details, status, priority, due, assignee, version, created_at, changed_at';

/** Tickets whose assignee is in the caller's department. The department of the caller is given. */
export const RULE_BY_HAND: ByHand = {
  schema: { sqlite: TABLES, postgres: `CREATE SCHEMA reference; SET search_path = reference; ${TABLES}` },
  statements: () => ({
    one: `SELECT t.* FROM tickets t WHERE t.id = $2 AND ${READABLE}`,
    page: `SELECT t.* FROM tickets t WHERE t.status = $2 AND ${READABLE} ORDER BY t.due, t.id LIMIT 25`,
    after: `SELECT t.* FROM tickets t WHERE t.status = $2 AND (t.due, t.id) > ($3, $4) AND ${READABLE} ORDER BY t.due, t.id LIMIT 25`,
    total: `SELECT count(*) AS n FROM tickets t WHERE t.status = $2 AND ${READABLE}`,
    search: `SELECT t.* FROM tickets t WHERE t.title LIKE $2 AND ${READABLE} ORDER BY t.id LIMIT 25`,
    found: `SELECT count(*) AS n FROM tickets t WHERE t.title LIKE $2 AND ${READABLE}`,
    insert: `INSERT INTO tickets (${COLUMNS}) SELECT $2, $5, $6, 'open', 'normal', $3, $7, 1, $4, $4
      WHERE EXISTS (SELECT 1 FROM people p WHERE p.id = $7 AND p.department = $1) RETURNING *`,
    update: `UPDATE tickets AS t SET title = $4, version = version + 1, changed_at = $3 WHERE t.id = $2 AND ${READABLE} RETURNING *`,
  }),
  body: { insert: ['title', 'details', 'assignee'], update: ['title'] },
};
