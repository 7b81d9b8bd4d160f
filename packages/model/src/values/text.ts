/** Signs of ASCII and single line ends, none of them space at either end: text that is as it should be already. */
const IS_PLAIN = /^[!-~][\n -~]*$/;

/** Text as Ninefold keeps it: NFC, without U+0000, line ends as `\n`, trimmed of all Unicode space; blank is null. */
export function normalText(text: string): string | null {
  if (IS_PLAIN.test(text) && text.charCodeAt(text.length - 1) > SPACE) return text;
  const clean = text
    .normalize('NFC')
    .replaceAll('\u0000', '')
    .replace(/\r\n?/g, '\n')
    .replace(/^\p{White_Space}+|\p{White_Space}+$/gu, '');
  return clean === '' ? null : clean;
}

const SPACE = 0x20;

/** Length in code points. */
export function textLength(text: string): number {
  let { length } = text;
  for (const _ of text.matchAll(PAIRS)) length -= 1;
  return length;
}

const PAIRS = /[\ud800-\udbff][\udc00-\udfff]/g;
