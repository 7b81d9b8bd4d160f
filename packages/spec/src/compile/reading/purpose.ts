import { isTimeZone, type Model } from '@ninefold/model';
import type { LocatedMap } from '../../located.ts';
import { inlineText, type Context } from './context.ts';
import { isId } from './ids.ts';
import { KEYS } from './keys.ts';
import { meantCurrency, meantLanguage, meantTimeZone } from './meant-codes.ts';
import { get, knownKeys, mapAt, nameAt, namesAt, textAt, things, type Name } from './read.ts';

export type Purpose = Pick<Model, 'name' | 'purpose' | 'languages' | 'timeZone' | 'currency'>;

const EMPTY: Purpose = {
  name: 'app',
  purpose: { does: null, audience: [], terms: [] },
  languages: ['en', 'ja'],
  timeZone: 'UTC',
  currency: null,
};

/** Point 1. Without it the name is `app`, the languages are `[en, ja]`, the time zone is UTC, and there is no currency. */
export function compilePurpose(ctx: Context, map: LocatedMap | null): Purpose {
  if (map === null) return EMPTY;
  knownKeys(ctx, map, KEYS.purpose, 'purpose');
  inlineText(ctx, 'purpose.does', get(map, 'does'));
  return {
    name: readName(ctx, map),
    purpose: {
      does: textAt(ctx, map, 'does'),
      audience: readTexts(ctx, map, 'audience'),
      terms: readTexts(ctx, map, 'terms'),
    },
    languages: readLanguages(ctx, map),
    timeZone: readTimeZone(ctx, map),
    currency: readCurrency(ctx, map),
  };
}

function readName(ctx: Context, map: LocatedMap): string {
  const name = nameAt(ctx, map, 'name');
  if (name === null) return EMPTY.name;
  return isId(ctx, 'limit', name) ? name.text : EMPTY.name;
}

/** A map of ids with their texts, whose keys the model keeps. */
function readTexts(ctx: Context, map: LocatedMap, key: 'audience' | 'terms'): readonly string[] {
  const ids: string[] = [];
  for (const [id, { keySpot, value }] of things(mapAt(ctx, map, key))) {
    if (!isId(ctx, 'limit', { text: id, spot: keySpot })) continue;
    ids.push(id);
    inlineText(ctx, `purpose.${key}.${id}`, value.kind === 'open' ? null : value);
  }
  return ids;
}

function readLanguages(ctx: Context, map: LocatedMap): readonly string[] {
  const names = namesAt(ctx, map, 'languages');
  if (names[0]) ctx.spots.set('languages', names[0].spot);
  const languages = names.filter((name) => isLanguage(name.text));
  for (const { text, spot } of names)
    if (!isLanguage(text)) ctx.report('NF0115', spot, { name: text, nearest: meantLanguage(text, isLanguage) });
  return languages.length > 0 ? [...new Set(languages.map((name) => name.text))] : EMPTY.languages;
}

const known = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

/** True for a well-formed tag of a language that exists: `jp` is no language. */
function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag)[0] === tag && known.of(tag) !== undefined;
  } catch {
    return false;
  }
}

function readTimeZone(ctx: Context, map: LocatedMap): string {
  const name = nameAt(ctx, map, 'time_zone');
  if (name === null) return EMPTY.timeZone;
  if (isTimeZone(name.text)) return name.text;
  ctx.report('NF0113', name.spot, { name: name.text, nearest: meantTimeZone(name.text) });
  return EMPTY.timeZone;
}

function readCurrency(ctx: Context, map: LocatedMap): string | null {
  const name = nameAt(ctx, map, 'currency');
  if (name === null) return null;
  if (!isCurrency(name.text)) reportCurrency(ctx, name);
  return name.text;
}

const currencies = new Set(Intl.supportedValuesOf('currency'));

/** Reports a name that is no currency, with the one that is meant. */
export function reportCurrency(ctx: Context, { text, spot }: Name): void {
  ctx.report('NF0114', spot, { name: text, nearest: meantCurrency(text, currencies) });
}

/** True for the code of a currency that exists or existed. */
export function isCurrency(code: string): boolean {
  return currencies.has(code);
}
