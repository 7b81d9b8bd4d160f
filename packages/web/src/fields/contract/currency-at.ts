import { currencyDecimals, currencyIn, type MoneyField, type Scope } from '@ninefold/model';
import type { FieldPlace } from './field-place.ts';

/** The currency of an amount and the number of decimals to show. Null: the record and line at hand do not name it. */
export interface Currency {
  readonly code: string | null;
  readonly scale: number;
}

/** What the currency of an amount is read from: the record and the line at hand. */
export function currencyAt(field: MoneyField, { record, line }: Pick<FieldPlace, 'record' | 'line'>): Currency {
  if (field.currencyFrom === null) return { code: field.currency, scale: field.scale };
  const scope: Scope = {
    limits: {},
    now: '',
    today: '',
    timeZone: 'UTC',
    ...(record ? { record } : {}),
    ...(line ? { line } : {}),
  };
  const code = currencyIn(field, scope) ?? null;
  return { code, scale: code === null ? field.scale : Math.min(field.scale, currencyDecimals(code)) };
}
