/** Decimals of currencies that do not have two (ISO 4217). */
const SCALES: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    [
      'BIF',
      'CLP',
      'DJF',
      'GNF',
      'ISK',
      'JPY',
      'KMF',
      'KRW',
      'PYG',
      'RWF',
      'UGX',
      'VND',
      'VUV',
      'XAF',
      'XOF',
      'XPF',
    ].map((currency) => [currency, 0]),
  ),
  ...Object.fromEntries(['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'].map((currency) => [currency, 3])),
};

/** Decimals of a currency, by its code (ISO 4217): two unless it is known to have others. */
export function currencyDecimals(currency: string): number {
  return SCALES[currency] ?? 2;
}

/** The most decimals that a currency has. */
export const MOST_CURRENCY_DECIMALS = Math.max(2, ...Object.values(SCALES));
