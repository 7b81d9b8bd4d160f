import type { ByHand } from '../work.ts';

const TABLES = `
  CREATE TABLE IF NOT EXISTS tickets (
    id TEXT PRIMARY KEY, number TEXT NOT NULL, subject TEXT NOT NULL, category TEXT NOT NULL, priority TEXT NOT NULL,
    state TEXT NOT NULL, due TEXT, team TEXT, assignee TEXT, requester TEXT NOT NULL, details TEXT,
    version INTEGER NOT NULL, created_at TEXT NOT NULL, changed_at TEXT NOT NULL
  );
  CREATE TABLE IF NOT EXISTS watchers (ticket TEXT NOT NULL, person TEXT NOT NULL, PRIMARY KEY (ticket, person));
  CREATE INDEX IF NOT EXISTS tickets_list ON tickets (state, due, id);
`;
const READABLE = `(t.team = $1 OR t.assignee = $2 OR t.requester = $2
  OR EXISTS (SELECT 1 FROM watchers w WHERE w.ticket = t.id AND w.person = $2))`;
const COLUMNS =
  'id, number, subject, category, priority, state, due, team, assignee, requester, details, version, created_at, changed_at';

/** The tickets that the caller may read: their own and those of their team. */
export const DESK_BY_HAND: ByHand = {
  schema: {
    sqlite: `${TABLES}
      CREATE TABLE IF NOT EXISTS counter (count INTEGER NOT NULL);
      INSERT INTO counter (count) SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM counter);
      CREATE TRIGGER IF NOT EXISTS counting AFTER INSERT ON tickets BEGIN UPDATE counter SET count = count + 1; END;`,
    postgres: `CREATE SCHEMA reference; SET search_path = reference; ${TABLES} CREATE SEQUENCE counter;`,
  },
  statements: (engine) => {
    const number = engine === 'sqlite' ? `(SELECT 'N-' || (count + 1) FROM counter)` : `'N-' || nextval('counter')`;
    return {
      one: `SELECT t.* FROM tickets t WHERE t.id = $3 AND ${READABLE}`,
      page: `SELECT t.* FROM tickets t WHERE t.state = $3 AND ${READABLE} ORDER BY t.due, t.id LIMIT 25`,
      after: `SELECT t.* FROM tickets t WHERE t.state = $3 AND (t.due, t.id) > ($4, $5) AND ${READABLE} ORDER BY t.due, t.id LIMIT 25`,
      total: `SELECT count(*) AS n FROM tickets t WHERE t.state = $3 AND ${READABLE}`,
      search: `SELECT t.* FROM tickets t WHERE t.subject LIKE $3 AND ${READABLE} ORDER BY t.id LIMIT 25`,
      found: `SELECT count(*) AS n FROM tickets t WHERE t.subject LIKE $3 AND ${READABLE}`,
      insert: `INSERT INTO tickets (${COLUMNS}) VALUES ($3, ${number}, $6, $7, 'normal', 'new', $4, $1, NULL, $2, $8, 1, $5, $5) RETURNING *`,
      update: `UPDATE tickets AS t SET subject = $5, version = version + 1, changed_at = $4 WHERE t.id = $3 AND t.team = $1 AND $2 = $2 RETURNING *`,
    };
  },
  body: { insert: ['subject', 'category', 'details'], update: ['subject'] },
};
