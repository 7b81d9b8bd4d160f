import type { HolidaysAnswer } from '@ninefold/model';
import { publicHolidays } from '../../holidays/public-holidays.ts';
import { Refusal } from '../../refusal.ts';
import { queryText } from '../service/query-text.ts';
import { callerRoute, part, type CallerCall, type Route } from '../service/route.ts';

/** More years than any calendar shows at once. */
const MOST_YEARS = 3;

/** Throws `bad_request` for what is no place, no year, no language, or too many years. */
async function read({ request }: CallerCall): Promise<HolidaysAnswer> {
  const place = part(request, 'place');
  const [from, to] = [yearAt(queryText(request, 'from')), yearAt(queryText(request, 'to'))];
  const language = queryText(request, 'language') ?? 'en';
  if (!/^[A-Z]{2}(?:-\w{1,12})?$/.test(place) || !/^[a-z]{2,3}$/.test(language)) throw new Refusal('bad_request');
  if (from === null || to === null || to < from || to - from >= MOST_YEARS) throw new Refusal('bad_request');
  return { items: await publicHolidays({ place, from, to, language }) };
}

function yearAt(text: string | null): number | null {
  return text !== null && /^\d{4}$/.test(text) ? Number(text) : null;
}

/** The public holidays of a country, or a part of one. Asked by pages that draw a calendar. */
export const HOLIDAYS_ROUTE: Route = callerRoute('GET', '/_/holidays/:place', read);
