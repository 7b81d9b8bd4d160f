import type { AuditAct, HistoryCause, Wire } from '@ninefold/model';
import type { Reader } from '../storage/database/database.ts';
import type { Row, SqlValue } from '../storage/sql/sql-value.ts';

/** Which entries are asked for; null where all are. */
export interface AuditQuery {
  /** The first instant, RFC 3339 UTC. */
  readonly from: string | null;
  /** The first instant that is not meant any more. */
  readonly to: string | null;
  readonly act: AuditAct | null;
  /** Ids of users: who acts, or whom it concerns. */
  readonly people: readonly string[] | null;
  readonly address: string | null;
  /** The last entry of the page before. */
  readonly after: string | null;
  readonly size: number;
}

/** An entry as it is stored. */
export interface StoredAct {
  readonly id: string;
  readonly at: string;
  readonly act: AuditAct;
  readonly by: string | null;
  readonly about: string | null;
  readonly address: string | null;
  readonly details: Readonly<Record<string, Wire>>;
  readonly cause: HistoryCause | null;
}

export interface AuditPage {
  readonly items: readonly StoredAct[];
  readonly next: string | null;
}

type Part = readonly [condition: string, ...values: SqlValue[]];

/** One page of the log, newest first. Ids begin with the time, so their index is the order. */
export async function pageOf(reader: Reader, query: AuditQuery): Promise<AuditPage> {
  const parts = conditionsOf(reader, query);
  const where = parts.length === 0 ? '' : ` WHERE ${parts.map(([condition]) => condition).join(' AND ')}`;
  const text = `SELECT * FROM "_audit"${where} ORDER BY "id" DESC LIMIT ?`;
  const rows = await reader.all(text, [...parts.flatMap(([, ...values]) => values), query.size + 1]);
  const items = rows.slice(0, query.size).map(actOf);
  return { items, next: rows.length > query.size ? (items.at(-1)?.id ?? null) : null };
}

function conditionsOf({ dialect }: Reader, query: AuditQuery): readonly Part[] {
  const { from, to, act, people, address, after } = query;
  const list = `(SELECT "value" FROM ${dialect.items('people')})`;
  const ids = people === null ? null : dialect.list([...people]);
  const parts: readonly (Part | null)[] = [
    from === null ? null : ['"at" >= ?', from],
    to === null ? null : ['"at" < ?', to],
    act === null ? null : ['"act" = ?', act],
    ids === null ? null : [`("by" IN ${list} OR "about" IN ${list})`, ids, ids],
    address === null ? null : ['"address" = ?', address],
    after === null ? null : ['"id" < ?', after],
  ];
  return parts.filter((part) => part !== null);
}

function actOf(row: Row): StoredAct {
  const text = (name: string): string | null => (typeof row[name] === 'string' ? row[name] : null);
  return {
    id: String(row['id']),
    at: String(row['at']),
    act: row['act'] as AuditAct, // as `createAuditLog` wrote it
    by: text('by'),
    about: text('about'),
    address: text('address'),
    details: JSON.parse(String(row['details'])) as StoredAct['details'], // as `createAuditLog` wrote them
    cause: JSON.parse(text('cause') ?? 'null') as StoredAct['cause'], // see `details`
  };
}
