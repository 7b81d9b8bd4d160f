const MOST_BYTES = 240;
/** Signs that steer or hide other signs: controls, marks of direction, signs without width; and what no file system has in names. */
const STEERING = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"|?*]/gu;
/** Joiners belong to the words of some scripts. */
const JOINERS = /[\u200c\u200d]/u;

/** The name of a file as it is kept: without folders and without signs that would show it as another one; never empty. */
export function safeName(given: string): string {
  const last = given.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const plain = last
    .replaceAll(STEERING, (sign) => (JOINERS.test(sign) ? sign : ''))
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/^[. ]+|[. ]+$/g, '');
  return shortened(plain === '' ? 'file' : plain);
}

/** At most so many bytes, the ending kept. */
function shortened(name: string): string {
  if (Buffer.byteLength(name) <= MOST_BYTES) return name;
  const dot = name.lastIndexOf('.');
  const ending = dot > 0 && name.length - dot <= 12 ? name.slice(dot) : '';
  let start = '';
  for (const sign of name.slice(0, name.length - ending.length)) {
    if (Buffer.byteLength(start + sign + ending) > MOST_BYTES) break;
    start += sign;
  }
  return start + ending;
}
