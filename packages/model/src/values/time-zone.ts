import { memoized } from './memo.ts';

/** Abbreviations that the IANA database has, and that mean one time zone with its summer time. */
const NAMED = new Set(['UTC', 'GMT', 'UCT', 'CET', 'EET', 'MET', 'WET', 'PRC', 'ROC', 'ROK']);

/**
 * True for what JavaScript takes for a time zone although its writer may mean another one: BST is that of Bangladesh
 * there, IST that of India, EST has no summer time, and an offset (+09:00) has none either.
 */
export function isAmbiguousZone(name: string): boolean {
  return /^[+-]/.test(name) || (/^[a-z]{3}$/i.test(name) && !NAMED.has(name.toUpperCase()));
}

/** Kept, since one look-up takes a millisecond. */
const isKnown = memoized((name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}, 500);

/** True for a name of the IANA database that means one time zone: neither an abbreviation nor an offset. */
export function isTimeZone(name: string): boolean {
  return !isAmbiguousZone(name) && isKnown(name);
}
