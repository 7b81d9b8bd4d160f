/** What XML cannot hold, and `_` before what looks like its replacement. */
const HIDDEN = /\p{Cc}|[\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/gu;

/** Signs that XML cannot hold stand as `_x0001_` in a sheet (ECMA-376, ST_Xstring). Readers undo it. */
export function hiddenControls(text: string): string {
  return text.replace(HIDDEN, (sign) =>
    sign === '\t' || sign === '\n' ? sign : `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
  );
}
