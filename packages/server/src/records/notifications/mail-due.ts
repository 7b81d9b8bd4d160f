import { instantOf, localMs, runtimeLimit, type Model } from '@ninefold/model';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** When a mail is sent: after a moment, so that what follows at once stands in it too, or in the next morning of its reader's zone. */
export function dueOf(
  way: 'at_once' | 'daily',
  at: string,
  { model, zone }: { readonly model: Model; readonly zone: string | null },
): string {
  if (way === 'at_once')
    return new Date(Date.parse(at) + runtimeLimit(model, 'mail_gather_seconds') * 1000).toISOString();
  const timeZone = zone ?? model.timeZone;
  const local = localMs(at, timeZone);
  const hour = runtimeLimit(model, 'mail_morning_hour') * HOUR_MS;
  const today = Math.floor(local / DAY_MS) * DAY_MS + hour;
  return new Date(instantOf(today > local ? today : today + DAY_MS, timeZone)).toISOString();
}
