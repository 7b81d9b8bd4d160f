const formats = new Map<string, Intl.NumberFormat>();

function formatOf(language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${language} ${JSON.stringify(options)}`;
  let format = formats.get(key);
  if (!format) formats.set(key, (format = new Intl.NumberFormat(language, options)));
  return format;
}

/** Exact decimal text (`1234.50`) as the language writes it, with exactly `scale` decimals or as many as it has. */
export function showNumber(value: string | number, language: string, scale?: number): string {
  const decimals = scale ?? (String(value).split('.')[1] ?? '').length;
  const options = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return formatOf(language, options).format(value as `${number}`); // a decimal in text, as calls carry it
}

/** A shown negative with the △ of Japanese accounts instead of its sign; in other languages as it is. */
export function showTriangle(shown: string, language: string): string {
  return language.startsWith('ja') ? shown.replace(/^[-−]/u, '△') : shown;
}

/** An amount with its currency; Japanese writes 1,234円, since its default sign is full-width. */
export function showMoney(value: string, language: string, currency: string, scale: number): string {
  return formatOf(language, {
    style: 'currency',
    currency,
    currencyDisplay: language.startsWith('ja') && currency === 'JPY' ? 'name' : 'symbol',
    minimumFractionDigits: scale,
    maximumFractionDigits: scale,
  }).format(value as `${number}`); // a decimal in text, as calls carry it
}

/** The currency's sign alone, for headers and affixes. */
export function currencySign(language: string, currency: string): string {
  const style = language.startsWith('ja') && currency === 'JPY' ? 'name' : 'narrowSymbol';
  const parts = formatOf(language, { style: 'currency', currency, currencyDisplay: style }).formatToParts(0);
  return parts.find((part) => part.type === 'currency')?.value ?? currency;
}

/** 8 means 8 %. */
export function showPercent(value: string, language: string, scale: number): string {
  const sample = formatOf(language, { style: 'percent' }).formatToParts(1);
  const number = showNumber(value, language, scale);
  return sample.map((part) => (part.type === 'integer' ? number : part.value)).join(''); // kinds: a part of Intl.NumberFormat
}
