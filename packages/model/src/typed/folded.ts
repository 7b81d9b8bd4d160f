/** A text in the form in which names are compared: width, case, and hiragana and katakana are one. */
export function folded(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\u30a1-\u30f6]/g, (kana) => String.fromCodePoint((kana.codePointAt(0) ?? 0) - 0x60));
}

/** Whether a text is one of these names, whatever its width and case. */
export function isNamed(text: string, names: readonly string[]): boolean {
  const form = folded(text.trim());
  return form !== '' && names.some((name) => folded(name) === form);
}
