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

/** The time zone that is meant, as by its city alone; empty where none is like it. */
export function meantTimeZone(written: string): string {
  const names = Intl.supportedValuesOf('timeZone');
  const word = written.toLowerCase().replaceAll(' ', '_');
  const cities = new Map(names.map((name) => [name.toLowerCase().split('/').at(-1) ?? '', name] as const));
  return cities.get(word.split('/').at(-1) ?? '') ?? nearest(written, names);
}
