/** A text that PostgreSQL can hold: no U+0000 and no half of a surrogate pair; what asks for one finds nothing. */
export function storable(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed();
  return whole.includes('\u0000') ? whole.replaceAll('\u0000', '\ufffd') : whole;
}
