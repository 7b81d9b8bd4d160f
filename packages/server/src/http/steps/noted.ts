import type { AuditEntry } from '../../audit/audit-log.ts';
import type { Noted } from '../../audit/noted.ts';
import type { Call } from '../service/route.ts';

/** Keeps an act of this call in the log, in the transaction that makes it. */
export function notedOf({ service, request }: Pick<Call, 'service' | 'request'>, entry: AuditEntry): Noted {
  return (tx) => service.audit.add(tx, { ...entry, address: request.ip });
}
