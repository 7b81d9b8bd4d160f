/** Text as Ninefold keeps it: NFC, without U+0000, line ends as `\n`, trimmed of all Unicode space; blank is null. */
export function normalText(text: string): string | null {
  const clean = text
    .normalize('NFC')
    .replaceAll('\u0000', '')
    .replace(/\r\n?/g, '\n')
    .replace(/^\p{White_Space}+|\p{White_Space}+$/gu, '');
  return clean === '' ? null : clean;
}

/** Length in code points. */
export function textLength(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}
