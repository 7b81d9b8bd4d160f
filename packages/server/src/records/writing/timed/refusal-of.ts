import type { StuckReason } from '@ninefold/model';
import { Refusal } from '../../../refusal.ts';
import type { Writer } from '../../../storage/database/database.ts';

/** Does what nobody waits for; what refuses it is answered, and then nothing of it is written. A fault is thrown on. */
export async function refusalOf(tx: Writer, work: () => Promise<unknown>): Promise<StuckReason | 'fired'> {
  try {
    await tx.savepoint(work);
    return 'fired';
  } catch (refusal) {
    const reason = reasonOf(refusal);
    if (reason === null) throw refusal;
    return reason;
  }
}

/** Why something was refused, as it is kept: codes without values. Null where it was a fault. */
export function reasonOf(refusal: unknown): StuckReason | null {
  if (!(refusal instanceof Refusal) || refusal.code === 'fault') return null;
  const problems = refusal.problems.map(({ path, code }) => ({ path, code }));
  return { code: refusal.code, problems };
}
