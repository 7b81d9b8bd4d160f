import type { DecimalSign } from '../wire/import.ts';
import { separatorsOf, type Separators } from './separators.ts';

const NEGATIVE = /^[-−–△▲]/u;
const AFFIX = /^[\p{Sc}\s]+|[\p{Sc}%円\s]+$/gu;
const CURRENCY_CODE = /^[A-Z]{3}\s*(?=[\d△▲−-])|(?<=\d)\s*[A-Z]{3}$/gu;

/** How a number may be written. */
export interface NumberForm {
  /** What stands before decimals, whatever the language. */
  readonly sign?: DecimalSign;
  /** What the number counts: a currency by its code, or `%`. Text that names anything else is no such number. Unless given, any may stand there. */
  readonly unit?: string;
}

/**
 * Typed number text as exact decimal text (`1234.5`), or null where it is not one. Takes the separators of the language,
 * plain ones, full-width digits, a leading △ for negatives and a currency or percent sign at either end. Thousands are
 * parted in numbers that begin with another digit than 0 alone: `0,500` is a decimal of another language, not 500.
 */
export function parseNumber(text: string, language: string, { sign, unit }: NumberForm = {}): string | null {
  const written = text.normalize('NFKC').trim();
  if (unit !== undefined && !(written.match(MARK) ?? []).every((mark) => marksOf(unit, language).has(mark)))
    return null;
  const plain = written.replace(CURRENCY_CODE, '').replace(AFFIX, '');
  const negative = NEGATIVE.test(plain);
  const digits = plain.replace(negative ? NEGATIVE : /^\+/u, '').replace(AFFIX, '');
  const value = writtenAs(language, sign).reduce<string | null>(
    (found, each) => found ?? withSeparators(digits, each),
    null,
  );
  if (value === null) return null;
  return negative && !/^0*(?:\.0*)?$/.test(value) ? `-${value}` : value;
}

/** Signs and codes of currencies, and the sign of percent. */
const MARK = /[\p{Sc}%円]|(?<![A-Z])[A-Z]{3}(?![A-Z])/gu;

const CODE = /^[A-Z]{3}$/;

/** How a unit may be written beside a number: its code, and the signs that it has in the language, in English and at home. */
function marksOf(unit: string, language: string): ReadonlySet<string> {
  if (!CODE.test(unit)) return new Set([unit]); // percent, or what a specification has in the place of a code
  const signs = [language, 'en'].flatMap((tag) =>
    (['symbol', 'narrowSymbol'] as const).flatMap((currencyDisplay) =>
      new Intl.NumberFormat(tag, { style: 'currency', currency: unit, currencyDisplay })
        .formatToParts(1)
        .flatMap(({ type, value }) => (type === 'currency' ? value.normalize('NFKC') : [])),
    ),
  );
  return new Set([unit, ...signs, ...(unit === 'JPY' ? ['¥', '円'] : [])]);
}

const POINT: Separators = { group: ',', decimal: '.' };
const COMMA: Separators = { group: '.', decimal: ',' };

/** The ways in which a number may be written, the first of which that fits is meant. */
function writtenAs(language: string, sign: DecimalSign | undefined): readonly Separators[] {
  if (sign === undefined) return [separatorsOf(language), POINT];
  return sign === ',' ? [COMMA, { group: ' ', decimal: ',' }] : [POINT, { group: ' ', decimal: '.' }];
}

function withSeparators(text: string, { group, decimal }: Separators): string | null {
  const spaced = /\s/u.test(group) || group === '’';
  const dot = escape(decimal);
  const comma = spaced ? "[\\s'’]" : escape(group);
  const grouped = new RegExp(`^[1-9]\\d{0,2}(?:${comma}\\d{3})+(?:${dot}\\d*)?$`, 'u');
  const bare = new RegExp(`^(?:\\d+(?:${dot}\\d*)?|${dot}\\d+)$`, 'u');
  if (!grouped.test(text) && !bare.test(text)) return null;
  const [whole = '', fraction] = text.replace(new RegExp(comma, 'gu'), '').split(decimal);
  const trimmed = whole.replace(/^0+(?=\d)/, '') || '0';
  return fraction ? `${trimmed}.${fraction}` : trimmed;
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
