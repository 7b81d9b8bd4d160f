import type { Problem } from '@ninefold/model';
import { Refusal } from '../refusal.ts';
import type { Reader, Writer } from '../storage/database/database.ts';

/** The warning about timers that come to be due by the change of a limit. */
const TIMERS_DUE = 'timers_due';

const DUE = `SELECT "record", "transition" FROM "_timer" WHERE "next" IS NOT NULL AND "due" <= ?`;

/**
 * Plans timers anew for a limit that is being set, and refuses where that makes some of them due at once that were not, unless it is
 * confirmed: what they do is not taken back by setting the limit back. `asked` is what else has to be confirmed.
 */
export async function planConfirmed(
  tx: Writer,
  now: string,
  { confirm, asked }: { readonly confirm: readonly string[]; readonly asked: readonly Problem[] },
  plan: () => Promise<void>,
): Promise<void> {
  const before = await dueBy(tx, now);
  await plan();
  const count = [...(await dueBy(tx, now))].filter((timer) => !before.has(timer)).length;
  const due: Problem = { path: '', code: TIMERS_DUE, params: { count } };
  const warnings = count === 0 ? asked : [...asked, due];
  const open = warnings.filter(({ code }) => !confirm.includes(code));
  if (open.length > 0) throw new Refusal('confirm_warnings', { warnings: open });
}

/** The timers whose moment is past and that have not fired, those that could not fire among them. */
async function dueBy(reader: Reader, now: string): Promise<ReadonlySet<string>> {
  const rows = await reader.all(DUE, [now]);
  return new Set(rows.map(({ record, transition }) => `${String(record)} ${String(transition)}`));
}
