import { AUDIT_TABLE } from '../audit/audit-log.ts';
import { CREDENTIAL_TABLE } from '../accounts/credential-store.ts';
import { INVITATION_TABLE } from '../accounts/invitation-store.ts';
import { TRY_TABLE } from '../accounts/tries.ts';
import { FAULT_TABLE } from '../intake/fault-store.ts';
import { JOB_TABLE } from '../jobs/jobs.ts';
import { PRESENCE_TABLE } from '../presence/presence.ts';
import { KEY_TABLE } from '../sessions/key-store.ts';
import { SESSION_TABLE } from '../sessions/session-store.ts';
import { META_TABLE } from '../storage/schema/meta.ts';
import { ASIDE_TABLE } from '../storage/migration/changes/aside.ts';
import { RECORD_TABLES } from '../storage/schema/tables.ts';

/** Tables of the runtime beside those of records. */
export const OWN_TABLES = [
  SESSION_TABLE,
  CREDENTIAL_TABLE,
  INVITATION_TABLE,
  KEY_TABLE,
  FAULT_TABLE,
  TRY_TABLE,
  JOB_TABLE,
  PRESENCE_TABLE,
  AUDIT_TABLE,
];

/** Every table of the runtime itself. */
export const RUNTIME_TABLES = [META_TABLE, ...RECORD_TABLES, ASIDE_TABLE, ...OWN_TABLES];
