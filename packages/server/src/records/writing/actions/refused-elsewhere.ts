import { Refusal } from '../../../refusal.ts';
import type { WriteContext } from '../../services/write-context.ts';

/** Of these nobody is told which record it was: nothing of that record is wrong. */
const OF_NO_RECORD: ReadonlySet<string> = new Set(['cascade_too_deep', 'effect_refused', 'limit_not_shown', 'fault']);

/**
 * Refuses with `effect_refused` where another record refuses what an effect does to it. What is wrong is named, but no field and no
 * value: they are those of another record than the one that is written.
 */
export async function refusedElsewhere({ entity }: WriteContext, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (reason) {
    if (!(reason instanceof Refusal) || OF_NO_RECORD.has(reason.code)) throw reason;
    const codes = reason.problems.length > 0 ? reason.problems.map(({ code }) => code) : [reason.code];
    const problems = [...new Set(codes)].map((code) => ({ path: '', code, params: {} }));
    throw new Refusal('effect_refused', { params: { entity: entity.id }, problems, cause: reason });
  }
}
