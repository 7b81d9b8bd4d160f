/** The known word that is nearest to what was written, at most three edits away, or null. */
export function nearest(written: string, known: readonly string[]): string | null {
  const ranked = known.map((word) => ({ word, edits: editsBetween(written, word) })).sort((a, b) => a.edits - b.edits);
  const [best] = ranked;
  return best && best.edits <= Math.min(3, Math.ceil(best.word.length / 2)) ? best.word : null;
}

/** Levenshtein distance. */
function editsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [line, letter] of [...a].entries()) {
    const next = [line + 1];
    for (let at = 0; at < b.length; at += 1) {
      const replaced = (row[at] ?? 0) + (letter === b[at] ? 0 : 1);
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
