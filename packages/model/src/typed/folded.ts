/** Signs of Japanese and Chinese, which are written without spaces, as a class of a regular expression. */
export const CJK = String.raw`[\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]`;
/** The spaces between such signs, which do not count: 鈴木 明 and 鈴木明 are one name. */
export const GAPS = new RegExp(`(?<=${CJK}) +(?=${CJK})`, 'g');

/** A text in the form in which names are compared: width, case, hiragana and katakana, and spaces between Japanese signs do not count. */
export function folded(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(GAPS, '')
    .toLowerCase()
    .replaceAll(/[\u30a1-\u30f6]/g, (kana) => String.fromCodePoint((kana.codePointAt(0) ?? 0) - 0x60));
}

/** Whether a text is one of these names, whatever its width and case. */
export function isNamed(text: string, names: readonly string[]): boolean {
  const form = folded(text.trim());
  return form !== '' && names.some((name) => folded(name) === form);
}
