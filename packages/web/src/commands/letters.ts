/** Gives each id a letter of its own to be pressed after G: the first of it that is free. */
export function letters(ids: readonly string[], taken: readonly string[]): ReadonlyMap<string, string> {
  const used = new Set(taken);
  const given = new Map<string, string>();
  for (const id of ids) {
    const free = Array.from(`${id}abcdefghijklmnopqrstuvwxyz`).find((char) => /[a-z]/.test(char) && !used.has(char));
    if (free === undefined) break;
    used.add(free);
    given.set(id, free);
  }
  return given;
}
