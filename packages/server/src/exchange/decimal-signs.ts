import { separatorsOf, type DecimalSign, type Field, type ImportNumbers } from '@ninefold/model';
import { cellValue } from './reading/cell.ts';
import { decided, type Witness } from './witness.ts';

/** 12,5 · 12,50 · 0,500 · ,5 · 1,2345 · 1.234,5 · 1 234,5 · 1.234.567: a comma stands before the decimals. */
const COMMA = /^(?:\d*,(?:\d{1,2}|\d{4,})|0+,\d+|\d{1,3}(?:[. '’]\d{3})+,\d+|,\d+|\d{1,3}(?:\.\d{3}){2,})$/;
/** The same with a point. */
const POINT = /^(?:\d*\.(?:\d{1,2}|\d{4,})|0+\.\d+|\d{1,3}(?:[, '’]\d{3})+\.\d+|\.\d+|\d{1,3}(?:,\d{3}){2,})$/;
/** 1,250 and 1.250: a thousand and more, or a little more than one. */
const EITHER_COMMA = /^[1-9]\d{0,2},\d{3}$/;
const EITHER_POINT = /^[1-9]\d{0,2}\.\d{3}$/;
/** Signs before and after the digits of an amount. */
const AROUND = /^[^\d.,]+|[^\d.,]+$/gu;
/** So many decimals a field has for 1,250 to be 1.25. */
const THOUSANDTHS = 3;

/** Looks at the numbers of a column for the sign before their decimals; null for a field without decimals. */
export function decimalWitness(field: Field): Witness<DecimalSign, ImportNumbers> | null {
  if (!('scale' in field)) return null;
  const shown = new Set<DecimalSign>();
  let comma: string | null = null;
  let point: string | null = null;
  let dotted: string | null = null;
  const mayBeEither = field.scale >= THOUSANDTHS;
  return {
    shown,
    see(text) {
      const digits = text.normalize('NFKC').trim().replace(AROUND, '');
      const isComma = COMMA.test(digits);
      if (isComma) shown.add(',');
      else if (POINT.test(digits)) {
        shown.add('.');
        dotted ??= text.trim();
      }
      if (isComma || (mayBeEither && EITHER_COMMA.test(digits))) comma ??= text.trim();
      else if (EITHER_POINT.test(digits)) point ??= text.trim();
    },
    reading(asked, context) {
      const { way: sign, by } = decided(shown, asked, separatorsOf(context.language).decimal === ',' ? ',' : '.');
      // with points before decimals nothing is to be told of a column that has commas between thousands alone
      const commas = shown.size > 1 ? dotted : comma; // where both are shown, the example is one that can be read
      const written = sign === ',' ? (comma ?? point) : by === 'column' ? null : commas;
      if (written === null) return undefined;
      return { sign, by, written, read: cellValue(field, written, { ...context, decimalSign: sign }) };
    },
  };
}
