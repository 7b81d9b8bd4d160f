/** An id in words, for what has no text yet: `due_date` → `Due date`. */
export function inWords(id: string): string {
  const words = id.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
