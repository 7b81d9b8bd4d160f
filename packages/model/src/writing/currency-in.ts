import type { Field, MoneyField } from '../ir/field.ts';
import { evaluate } from '../expressions/evaluate.ts';
import { normalDecimal } from '../field-types/number.ts';
import { hasOpenCurrency, innerFields } from '../field-types/traits.ts';
import { currencyDecimals } from '../values/currencies.ts';
import type { Scope } from '../values/value.ts';
import type { Wire } from '../wire/answers.ts';

const CODE = /^[A-Z]{3}$/;

/** The code of an amount's currency; null where the record that should say it does not, undefined where this side cannot tell. */
export function currencyIn({ currency, currencyFrom }: MoneyField, scope: Scope): string | null | undefined {
  if (currencyFrom === null) return currency;
  const code = evaluate(currencyFrom, scope);
  if (code === undefined) return undefined;
  return typeof code === 'string' && CODE.test(code) ? code : null;
}

/** An amount rounded to the decimals of the currency that the record says it is of; every other value as it is. */
export function roundToCurrency(field: Field, value: Wire, scope: Scope): Wire {
  if (!hasOpenCurrency(field) || typeof value !== 'string') return value;
  const code = currencyIn(field, scope);
  if (code === null || code === undefined) return value;
  return normalDecimal(normalDecimal(value, Math.min(currencyDecimals(code), field.scale)), field.scale);
}

/** Whether the field is an amount of which each record says the currency, or holds such amounts in its lines. */
export function isRoundable(field: Field): boolean {
  return hasOpenCurrency(field) || Object.values(innerFields(field)).some(isRoundable);
}
