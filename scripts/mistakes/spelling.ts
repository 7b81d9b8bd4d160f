import type { Random } from '../service-desk-data/random.ts';

/** Two neighbouring letters in the wrong order, not the first; the same word where none differ. */
export function swapped(word: string, random: Random): string {
  const places = [...word].flatMap((letter, index) =>
    index > 0 && letter !== (word[index + 1] ?? letter) ? [index] : [],
  );
  if (places.length === 0) return word;
  const index = random.pick(places);
  return `${word.slice(0, index)}${word[index + 1] ?? ''}${word[index] ?? ''}${word.slice(index + 2)}`;
}

/** Without one letter, which is not the first. */
export function lacking(word: string, random: Random): string {
  const index = random.between(1, word.length - 1);
  return `${word.slice(0, index)}${word.slice(index + 1)}`;
}

/** With one letter twice, which is not the last. */
export function stuttering(word: string, random: Random): string {
  const index = random.between(0, Math.max(0, word.length - 2));
  return `${word.slice(0, index)}${word[index] ?? ''}${word.slice(index)}`;
}

export function capitalised(word: string): string {
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
}

/** `required_when` as `requiredWhen`. */
export function camelCased(word: string): string {
  return word.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
