import type { RecordValue, Rights } from '@ninefold/model';

/** Whether the reader may make a link for this record: a user who can sign in, for who cares for users. */
export function mayInvite(rights: Rights, entity: string, record: RecordValue): boolean {
  return entity === 'user' && record['active'] !== false && rights.runtime.includes('users');
}
