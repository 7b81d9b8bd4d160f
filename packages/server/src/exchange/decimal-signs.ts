import { separatorsOf, type DecimalSign, type Field, type ImportNumbers } from '@ninefold/model';
import { cellValue } from './reading/cell.ts';
import type { Witness } from './column-readings.ts';

/** 12,5 · 12,50 · 0,500 · ,5 · 1,2345 · 1.234,5 · 1 234,5 · 1.234.567: a comma stands before the decimals. */
const COMMA = /^(?:\d*,(?:\d{1,2}|\d{4,})|0+,\d+|\d{1,3}(?:[. '’]\d{3})+,\d+|,\d+|\d{1,3}(?:\.\d{3}){2,})$/;
/** The same with a point. */
const POINT = /^(?:\d*\.(?:\d{1,2}|\d{4,})|0+\.\d+|\d{1,3}(?:[, '’]\d{3})+\.\d+|\.\d+|\d{1,3}(?:,\d{3}){2,})$/;
/** 1,250: a thousand and more, or a little more than one. */
const EITHER = /^[1-9]\d{0,2},\d{3}$/;
/** Signs before and after the digits of an amount. */
const AROUND = /^[^\d.,]+|[^\d.,]+$/gu;
/** So many decimals a field has for 1,250 to be 1.25. */
const THOUSANDTHS = 3;

/** Looks at the numbers of a column for the sign before their decimals; null for a field without decimals. */
export function decimalWitness(field: Field): Witness<DecimalSign, ImportNumbers> | null {
  if (!('scale' in field)) return null;
  let [commas, points] = [0, 0];
  let written: string | null = null;
  const mayBeEither = field.scale >= THOUSANDTHS;
  return {
    see(text) {
      const digits = text.normalize('NFKC').trim().replace(AROUND, '');
      const isComma = COMMA.test(digits);
      if (isComma) commas += 1;
      else if (POINT.test(digits)) points += 1;
      if (isComma || (mayBeEither && EITHER.test(digits))) written ??= text.trim();
    },
    reading(asked, context) {
      if (written === null || (commas === 0 && points > 0)) return undefined;
      const { sign, by } = decided({ commas, points }, asked, context.language);
      return { sign, by, written, read: cellValue(field, written, { ...context, decimalSign: sign }) };
    },
  };
}

function decided(
  { commas, points }: { readonly commas: number; readonly points: number },
  asked: DecimalSign | null,
  language: string,
): Pick<ImportNumbers, 'sign' | 'by'> {
  if (commas > 0 && points === 0) return { sign: ',', by: 'column' };
  const sign = asked ?? (separatorsOf(language).decimal === ',' ? ',' : '.');
  return { sign, by: commas > 0 ? 'mixed' : asked === null ? 'language' : 'call' };
}
