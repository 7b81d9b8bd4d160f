/** Decimals are exact: a bigint that counts 10^-10. */
const DIGITS = 10;
export const UNIT = 10n ** BigInt(DIGITS);
/** From 10^15 on a result is blank. */
const CEILING = UNIT * 10n ** 15n;
const PATTERN = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/;

/** The exact value of decimal text (`-12.50`, `1e3`), rounded half away from zero to 10 decimals; null for anything else or too large. */
export function parseDecimal(text: string): bigint | null {
  const match = PATTERN.exec(text.trim());
  if (!match || text.length > 60) return null;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  if (whole === '' && fraction === '') return null;
  const shift = Number(exponent) - fraction.length + DIGITS;
  if (shift > 60 || shift < -120) return null;
  const digits = BigInt(whole + fraction);
  const scaled = shift >= 0 ? digits * power(shift) : divideRounded(digits, power(-shift));
  return bounded(sign === '-' ? -scaled : scaled);
}

const POWERS: readonly bigint[] = Array.from({ length: 61 }, (_, exponent) => 10n ** BigInt(exponent));

function power(exponent: number): bigint {
  return POWERS[exponent] ?? 10n ** BigInt(exponent);
}

/** Decimal text with exactly `scale` decimals (0 to 10), rounded half away from zero: `1200.00`. */
export function formatDecimal(value: bigint, scale: number): string {
  const scaled = divideRounded(value, 10n ** BigInt(DIGITS - scale));
  const digits = (scaled < 0n ? -scaled : scaled).toString().padStart(scale + 1, '0');
  const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  return scaled < 0n ? `-${text}` : text;
}

/** Shortest decimal text: `1200`, `0.5`. */
export function shortDecimal(value: bigint): string {
  return formatDecimal(value, DIGITS).replace(/\.?0+$/, '');
}

export function fromInteger(value: number): bigint | null {
  return Number.isFinite(value) ? parseDecimal(String(value)) : null;
}

/** Integer division rounded half away from zero. */
export function divideRounded(value: bigint, by: bigint): bigint {
  const negative = value < 0n !== by < 0n;
  const a = value < 0n ? -value : value;
  const b = by < 0n ? -by : by;
  const quotient = (a * 2n + b) / (b * 2n);
  return negative ? -quotient : quotient;
}

/** Null where the magnitude reaches 10^15. */
export function bounded(value: bigint): bigint | null {
  return value >= CEILING || value <= -CEILING ? null : value;
}

export function multiply(a: bigint, b: bigint): bigint | null {
  return bounded(divideRounded(a * b, UNIT));
}

export function divide(a: bigint, b: bigint): bigint | null {
  return b === 0n ? null : bounded(divideRounded(a * UNIT, b));
}

/** Rounded half away from zero to `scale` decimals (0 to 10). */
export function roundTo(value: bigint, scale: number): bigint {
  const step = 10n ** BigInt(DIGITS - scale);
  return divideRounded(value, step) * step;
}

/** What may be a number with more digits than a double keeps, or with an exponent: only such texts are looked through. */
const LONG_NUMBER = /[\d.]{16}|\d[eE]/;
/** What begins or ends a text of JSON, a character of one that is written with a backslash, or a number. */
const TOKEN = /"|\\.|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs;

/** The first number in a text of JSON that would be another one after it was read as a double; null where all stay. */
export function inexactNumber(text: string): string | null {
  if (!LONG_NUMBER.test(text)) return null;
  let isInText = false; // not one match for a whole text: it may have more characters than a pattern can go through
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '"') isInText = !isInText;
    else if (!isInText && digitsOf(token) !== digitsOf(String(Number(token)))) return token;
  }
  return null;
}

/** The digits of a number and where its point stands, however it is written: `1.50e3` and `1500` are one number. */
function digitsOf(number: string): string {
  const [mantissa = '', exponent = '0'] = number.replace('-', '').toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = (whole + fraction).replace(/^0+/, '');
  const kept = digits.replace(/0+$/, '');
  return kept === '' ? '0' : `${kept}e${String(Number(exponent) - fraction.length + digits.length - kept.length)}`;
}
