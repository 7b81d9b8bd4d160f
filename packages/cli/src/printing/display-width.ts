const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/g;

/** Columns that a text takes in a terminal: characters of East Asian scripts take two. */
export function displayWidth(text: string): number {
  return [...text].length + (text.match(WIDE)?.length ?? 0);
}
