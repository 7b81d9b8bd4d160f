import {
  currencyDecimals,
  MOST_CURRENCY_DECIMALS,
  type IntegerField,
  type MoneyField,
  type NumberField,
  type PercentField,
} from '@ninefold/model';
import { UNDECIDED } from '../../expressions/schema/types.ts';
import { expressionOf } from '../reading/expressions.ts';
import { isCurrency, reportCurrency } from '../reading/purpose.ts';
import { get, nameAt, wholeAt } from '../reading/read.ts';
import { numeric, PLAIN_DEFINITION, type FieldDefinition } from './definition.ts';

export const integerDefinition: FieldDefinition<IntegerField> = {
  ...PLAIN_DEFINITION,
  keys: ['triangle'],
  build: numeric,
  bare: true,
  may: { ...PLAIN_DEFINITION.may, key: true },
};

/** Shared by every exact decimal but money. */
export const decimalDefinition: FieldDefinition<NumberField | PercentField> = {
  ...PLAIN_DEFINITION,
  keys: ['scale', 'triangle'],
  build: (ctx, map) => ({
    ...numeric(ctx, map),
    scale: wholeAt(ctx, map, { key: 'scale', bounds: [0, 10], otherwise: 2 }),
  }),
  bare: true,
};

export const moneyDefinition: FieldDefinition<MoneyField> = {
  ...PLAIN_DEFINITION,
  keys: ['currency', 'scale', 'triangle'],
  build: (ctx, map, place) => {
    const written = nameAt(ctx, map, 'currency');
    if (written?.text.startsWith('=')) {
      const currencyFrom = expressionOf(ctx, get(map, 'currency'), { variables: place.variables, expects: 'text' });
      const scale = wholeAt(ctx, map, { key: 'scale', bounds: [0, 10], otherwise: MOST_CURRENCY_DECIMALS });
      return { ...numeric(ctx, map), currency: UNDECIDED, currencyFrom, scale };
    }
    const currency = written?.text ?? ctx.names.currency;
    if (currency === null) {
      ctx.report('NF0305', map.spot);
      return null;
    }
    if (written !== null && !isCurrency(currency)) reportCurrency(ctx, written);
    return {
      ...numeric(ctx, map),
      currency,
      currencyFrom: null,
      scale: wholeAt(ctx, map, { key: 'scale', bounds: [0, 10], otherwise: currencyDecimals(currency) }),
    };
  },
  bare: true,
};
