import { runtimeLimit, type AuditAct, type HistoryCause, type Model, type Wire } from '@ninefold/model';
import type { Clock } from '../clock.ts';
import type { Database, Writer } from '../storage/database/database.ts';
import { KEY, REQUIRED, textColumn, type TableShape } from '../storage/database/shapes.ts';
import { columnsGiven, insertInto } from '../storage/sql/writes.ts';
import { createOrderedIds } from '../uuid.ts';
import { pageOf, type AuditPage, type AuditQuery } from './audit-page.ts';

/** Entries are added, and deleted once their time is over. The database refuses everything else. */
export const AUDIT_TABLE: TableShape = {
  name: '_audit',
  columns: [
    textColumn('id', KEY),
    textColumn('at', REQUIRED),
    textColumn('until', REQUIRED),
    textColumn('act', REQUIRED),
    textColumn('by'),
    textColumn('about'),
    textColumn('address'),
    textColumn('details', REQUIRED),
    textColumn('cause'),
  ],
  key: [],
  appendOnly: true,
};

/** An act as it is kept: ids of users, and no secret. */
export interface AuditEntry {
  readonly act: AuditAct;
  /** Id of the user who acts. */
  readonly by?: string | null;
  /** Id of the user whom it concerns. */
  readonly about?: string | null;
  readonly address?: string | null;
  readonly details?: Readonly<Record<string, Wire>>;
  /** What made the application itself act. */
  readonly cause?: HistoryCause | undefined;
}

/** Acts on accounts, roles, keys and exports, for all servers on a database. */
export interface AuditLog {
  /** Keeps an act in the transaction that makes it: both are stored, or neither. */
  add(tx: Writer, entry: AuditEntry): void;
  /** Keeps an act that has no transaction of its own. */
  note(entry: AuditEntry): Promise<void>;
  /** One page, newest first. */
  page(query: AuditQuery): Promise<AuditPage>;
  /** Deletes entries whose time is over; answers how many went. Their number stays in the log. */
  trim(): Promise<number>;
}

const DAY_MS = 86_400_000;
const COLUMNS = ['id', 'at', 'until', 'act', 'by', 'about', 'address', 'details', 'cause'];
const INSERT = insertInto(AUDIT_TABLE.name, 'id', columnsGiven(COLUMNS));
const COUNT_OVER = 'SELECT count(*) AS n FROM "_audit" WHERE "until" <= ?';
const DELETE_OVER = 'DELETE FROM "_audit" WHERE "until" <= ?';

/** Keeps entries in the log, for the limit `audit_days` from when each is made. */
export function addingTo(model: Pick<Model, 'limits'>): (tx: Writer, at: string, entry: AuditEntry) => void {
  const days = runtimeLimit(model, 'audit_days');
  const orderedId = createOrderedIds();
  return (tx, at, { act, by, about, address, details, cause }) => {
    const until = new Date(Date.parse(at) + days * DAY_MS).toISOString();
    const more = JSON.stringify(details ?? {});
    const because = cause === undefined ? null : JSON.stringify(cause);
    tx.later(INSERT, [orderedId(at), at, until, act, by ?? null, about ?? null, address ?? null, more, because]);
  };
}

/** The log in the table `_audit`, which must exist. */
export function createAuditLog(db: Database, model: Model, clock: Clock): AuditLog {
  const addAt = addingTo(model);
  const add: AuditLog['add'] = (tx, entry) => addAt(tx, clock(), entry);
  return {
    add,
    note: (entry) => db.write(async (tx) => add(tx, entry)),
    page: (query) => pageOf(db.read, query),
    trim: () =>
      db.write(async (tx) => {
        const now = clock();
        const [row] = await tx.all(COUNT_OVER, [now]);
        const count = Number(row?.['n'] ?? 0);
        if (count === 0) return 0;
        // The entry comes first: the database compares the time of deleted ones with that of the newest.
        addAt(tx, now, { act: 'log_trimmed', details: { count } });
        return (await tx.run(DELETE_OVER, [now])).changes;
      }),
  };
}
