import { authorOf } from '../records/writing/change.ts';
import { isList, type RecordValue, type Wire } from '@ninefold/model';
import type { AuditEntry, AuditLog } from '../audit/audit-log.ts';
import type { FollowUser, WrittenUser } from '../records/context/context.ts';
import { argument, sql } from '../storage/sql/sql.ts';
import { target } from '../storage/sql/writes.ts';
import { INVITATION_TABLE } from './invitation-store.ts';
import { SESSION_TABLE } from '../sessions/session-store.ts';

/** What the log keeps of a user's record: who the account belongs to, and what it may do. */
const KEPT = ['roles', 'active', 'email'];

const END_SESSIONS = sql`DELETE FROM ${target(SESSION_TABLE.name, null)} WHERE "user" = ${argument(0)}`;
const END_LINKS = sql`DELETE FROM ${target(INVITATION_TABLE.name, null)} WHERE "user" = ${argument(0)}`;

/**
 * What happens to an account with its record: the audit log keeps what changed of it, and whoever is deactivated or deleted
 * is signed out everywhere for good. Becoming active again opens none of the old sessions and links.
 */
export function createFollowUser(audit: AuditLog): FollowUser {
  return (tx, written) => {
    const entry = entryOf(written);
    if (entry !== null) audit.add(tx, entry);
    const id = written.before?.id;
    if (id === undefined || !hasEnded(written)) return;
    tx.later(END_SESSIONS, [id]);
    tx.later(END_LINKS, [id]);
  };
}

function hasEnded({ before, record }: WrittenUser): boolean {
  return before?.['active'] === true && record?.['active'] !== true;
}

function entryOf({ caller, before, record, changed }: WrittenUser): AuditEntry | null {
  const about = (record ?? before)?.id ?? null;
  const common = { by: authorOf(caller), about, address: caller.address ?? null, cause: caller.cause };
  if (record === null) return { ...common, act: 'user_deleted' };
  if (before === null) {
    const details = Object.fromEntries(KEPT.map((name) => [name, plain(record[name])]));
    return { ...common, act: record.version === 1 ? 'user_created' : 'user_restored', details };
  }
  const kept = KEPT.filter((name) => changed.has(name));
  return kept.length === 0 ? null : { ...common, act: 'user_changed', details: differencesOf(kept, before, record) };
}

function differencesOf(
  names: readonly string[],
  before: RecordValue,
  record: RecordValue,
): Readonly<Record<string, Wire>> {
  return Object.fromEntries(names.map((name) => [name, { old: plain(before[name]), new: plain(record[name]) }]));
}

function plain(value: Wire | undefined): Wire {
  return isList(value) ? [...value] : (value ?? null);
}
