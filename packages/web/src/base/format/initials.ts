/** What stands for a name in a small circle: the first letters of two of its words, else its first letter. */
export function initialsOf(name: string): string {
  return (name.match(/(?<!\S)\p{Lu}/gu) ?? name.match(/\S/u) ?? []).slice(0, 2).join('');
}
