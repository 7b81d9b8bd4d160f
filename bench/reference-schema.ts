const TABLES = `
  CREATE TABLE IF NOT EXISTS tickets (
    id TEXT PRIMARY KEY, number TEXT NOT NULL, subject TEXT NOT NULL, category TEXT NOT NULL, priority TEXT NOT NULL,
    state TEXT NOT NULL, due TEXT, team TEXT, assignee TEXT, requester TEXT NOT NULL, details TEXT,
    version INTEGER NOT NULL, created_at TEXT NOT NULL, changed_at TEXT NOT NULL
  );
  CREATE TABLE IF NOT EXISTS watchers (ticket TEXT NOT NULL, person TEXT NOT NULL, PRIMARY KEY (ticket, person));
  CREATE INDEX IF NOT EXISTS tickets_list ON tickets (state, due, id);
`;

/** The plain table that a good developer writes by hand, with the one index that its statements need: the list's filter and order. */
export const REFERENCE_SCHEMA = {
  sqlite: `${TABLES}
    CREATE TABLE IF NOT EXISTS counter (count INTEGER NOT NULL);
    INSERT INTO counter (count) SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM counter);
    CREATE TRIGGER IF NOT EXISTS counting AFTER INSERT ON tickets BEGIN UPDATE counter SET count = count + 1; END;`,
  postgres: `CREATE SCHEMA reference; SET search_path = reference; ${TABLES} CREATE SEQUENCE counter;`,
} as const;
