import { scopeAt, startOfDay, todayIn, type Held, type Problem } from '@ninefold/model';
import { verifyTimers, type TimedModel } from '../records/writing/following/verify-timers.ts';
import { Refusal } from '../refusal.ts';
import type { Reader, Writer } from '../storage/database/database.ts';

/** The warning about timers that come to be due by the change of a limit, now or on the day when a value of it comes into force. */
const TIMERS_DUE = 'timers_due';
const TIMERS_DUE_LATER = 'timers_due_later';

const DUE = `SELECT "record", "transition" FROM "_timer" WHERE "next" IS NOT NULL AND "due" <= ?`;

/** A limit that is being set. */
export interface Setting {
  /** The limit as it was, and as it is then. */
  readonly before: Held;
  readonly held: Held;
  /** The model with it. */
  readonly model: TimedModel;
  readonly now: string;
}

/**
 * Plans timers anew for a limit that is being set, and refuses where that makes some of them due at once that were not, today or on
 * a day to come, as records are now, unless it is confirmed: what they do is not taken back by setting the limit back. `asked` is what
 * else has to be confirmed.
 */
export async function planConfirmed(
  tx: Writer,
  setting: Setting,
  { confirm, asked }: { readonly confirm: readonly string[]; readonly asked: readonly Problem[] },
): Promise<void> {
  const { now } = setting;
  const before = await dueBy(tx, now);
  await planAt(tx, setting, now);
  const count = newIn(await dueBy(tx, now), before);
  const due: Problem = { path: '', code: TIMERS_DUE, params: { count } };
  const warnings = [...asked, ...(count === 0 ? [] : [due]), ...(await dueLater(tx, setting))];
  const open = warnings.filter(({ code }) => !confirm.includes(code));
  if (open.length > 0) throw new Refusal('confirm_warnings', { warnings: open });
}

/** The warnings about each day to come on which another value than before comes into force. */
async function dueLater(tx: Writer, setting: Setting): Promise<readonly Problem[]> {
  const { timeZone } = setting.model;
  const days = daysToCome(setting, todayIn(timeZone, setting.now));
  if (days.length === 0) return [];
  const warnings: Problem[] = [];
  try {
    await tx.savepoint(async () => {
      for (const { day, isChanged } of days) {
        const moment = startOfDay(day, timeZone) ?? setting.now;
        const before = await dueBy(tx, moment);
        await planAt(tx, setting, moment);
        const count = newIn(await dueBy(tx, moment), before);
        if (isChanged && count > 0) warnings.push({ path: '', code: TIMERS_DUE_LATER, params: { count, day } });
      }
      throw new Tried();
    });
  } catch (reason) {
    if (!(reason instanceof Tried)) throw reason;
  }
  return warnings;
}

/** Ends what is tried and taken back. */
class Tried extends Error {}

/** The days after today on which a value begins; whether the step from the one before it is another than it was. */
function daysToCome(
  { before, held }: Setting,
  today: string,
): readonly { readonly day: string; readonly isChanged: boolean }[] {
  const stepOf = (limit: Held, day: string): string =>
    JSON.stringify([valueOn(limit, (from) => from < day), valueOn(limit, (from) => from <= day)]);
  return held.dated
    .map(({ from }) => from)
    .filter((day) => day > today)
    .map((day) => ({ day, isChanged: stepOf(before, day) !== stepOf(held, day) }));
}

function valueOn({ value, dated }: Held, isBegun: (from: string) => boolean): unknown {
  return dated.findLast(({ from }) => isBegun(from))?.value ?? value;
}

function planAt(tx: Writer, { model }: Setting, moment: string): Promise<void> {
  return verifyTimers(tx, model, { scope: scopeAt(model, moment), isChanged: false });
}

function newIn(timers: ReadonlySet<string>, before: ReadonlySet<string>): number {
  return [...timers].filter((timer) => !before.has(timer)).length;
}

/** The timers whose moment is past and that have not fired, those that could not fire among them. */
async function dueBy(reader: Reader, now: string): Promise<ReadonlySet<string>> {
  const rows = await reader.all(DUE, [now]);
  return new Set(rows.map(({ record, transition }) => `${String(record)} ${String(transition)}`));
}
