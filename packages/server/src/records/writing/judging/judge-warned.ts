import { Refusal } from '../../../refusal.ts';
import type { Change } from '../change.ts';
import { judgeWrite } from './judge-write.ts';

/** Judges a write that nobody confirms: it goes on after warnings, whose codes are answered. */
export async function judgeWarned(change: Change): Promise<readonly string[]> {
  try {
    await judgeWrite(change, []);
    return [];
  } catch (reason) {
    if (!(reason instanceof Refusal) || reason.code !== 'confirm_warnings') throw reason;
    return reason.warnings.map(({ code }) => code);
  }
}

/** The same change, with warnings that nobody was asked about. */
export function withWarnings<C extends Change>(change: C, warnings: readonly string[]): C {
  const { cause } = change.caller;
  if (warnings.length === 0 || cause === undefined) return change;
  return { ...change, caller: { ...change.caller, cause: { ...cause, warnings } } };
}
