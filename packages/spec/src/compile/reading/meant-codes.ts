import { isAmbiguousZone } from '@ninefold/model';
import { nearest } from '../../expressions/schema/nearest.ts';

/** What people write for a language: its country, or its name. */
const LANGUAGES: Readonly<Record<string, string>> = {
  jp: 'ja',
  cn: 'zh',
  kr: 'ko',
  us: 'en',
  gb: 'en',
  cz: 'cs',
  dk: 'da',
  gr: 'el',
  ua: 'uk',
  vn: 'vi',
  日本語: 'ja',
  英語: 'en',
};

/** What people write for a currency: its sign, or its name. */
const CURRENCIES: Readonly<Record<string, string>> = {
  yen: 'JPY',
  '¥': 'JPY',
  '￥': 'JPY',
  円: 'JPY',
  日本円: 'JPY',
  euro: 'EUR',
  '€': 'EUR',
  dollar: 'USD',
  $: 'USD',
  ドル: 'USD',
  ユーロ: 'EUR',
  '£': 'GBP',
  pound: 'GBP',
  rmb: 'CNY',
};

/** The tag of the language that is meant; empty where none is like it. */
export function meantLanguage(written: string, isLanguage: (tag: string) => boolean): string {
  const word = written.toLowerCase();
  const canonical = word.replaceAll('_', '-').replace(/-([a-z]{2})$/, (region) => region.toUpperCase());
  const first = word.slice(0, 2);
  if (Object.hasOwn(LANGUAGES, word)) return LANGUAGES[word] ?? '';
  if (canonical !== written && isLanguage(canonical)) return canonical;
  return isLanguage(first) && new Intl.DisplayNames(['en'], { type: 'language' }).of(first)?.toLowerCase() === word
    ? first
    : '';
}

/** The code of the currency that is meant; empty where none is like it. */
export function meantCurrency(written: string, codes: ReadonlySet<string>): string {
  const word = written.toLowerCase();
  if (Object.hasOwn(CURRENCIES, word)) return CURRENCIES[word] ?? '';
  return codes.has(written.toUpperCase()) ? written.toUpperCase() : '';
}

/** The place of holidays that is meant, by its name or written otherwise; empty where none is like it. */
export function meantHolidays(written: string, places: readonly string[]): string {
  const word = written.toLowerCase().replaceAll('_', '-');
  const known = places.find((place) => place.toLowerCase() === (word === 'uk' ? 'gb' : word));
  return known ?? places.find((place) => place.length === 2 && countryNames(place).includes(word)) ?? '';
}

/** What a country is called in the languages of the checks, in small letters. */
function countryNames(code: string): readonly string[] {
  return ['en', 'ja'].flatMap(
    (language) => new Intl.DisplayNames([language], { type: 'region' }).of(code)?.toLowerCase() ?? [],
  );
}

/** What people write for a time zone where only one can be meant. */
const TIME_ZONES: Readonly<Record<string, string>> = {
  jst: 'Asia/Tokyo',
  日本: 'Asia/Tokyo',
  日本時間: 'Asia/Tokyo',
  日本標準時: 'Asia/Tokyo',
  東京: 'Asia/Tokyo',
  pst: 'America/Los_Angeles',
  pdt: 'America/Los_Angeles',
  mst: 'America/Denver',
  mdt: 'America/Denver',
  est: 'America/New_York',
  edt: 'America/New_York',
  cest: 'Europe/Berlin',
  hst: 'Pacific/Honolulu',
};

/** The time zone that is meant, as by its city or its abbreviation alone; empty where none is like it. */
export function meantTimeZone(written: string): string {
  const names = Intl.supportedValuesOf('timeZone');
  const word = written.toLowerCase().replaceAll(' ', '_');
  if (Object.hasOwn(TIME_ZONES, word)) return TIME_ZONES[word] ?? '';
  if (isAmbiguousZone(written) || /^(?:gmt|utc)[+-]/.test(word)) return '';
  const cities = new Map(names.map((name) => [name.toLowerCase().split('/').at(-1) ?? '', name] as const));
  return cities.get(word.split('/').at(-1) ?? '') ?? nearest(written, names);
}
