import type { ReferenceValue } from '@ninefold/model';

/** A person who was picked from those who are offered. */
export interface Mentioned {
  readonly id: string;
  readonly title: string;
}

/** A name that is being typed behind `@`: where the sign stands, and what was typed of the name. */
export interface TypedName {
  readonly at: number;
  readonly name: string;
}

const TYPED = /(?<![\w.])[@＠]([^\s@＠]{0,30})$/u;

/** The name that is being typed at the caret; null where none is. The sign may be that of a Japanese keyboard; addresses of mails are no names. */
export function typedName(text: string, caret: number): TypedName | null {
  const found = TYPED.exec(text.slice(0, caret));
  return found === null ? null : { at: found.index, name: found[1] ?? '' };
}

/** The text with the picked name in the place of what was typed, and where the caret stands then. */
export function withName(
  text: string,
  { at, name }: TypedName,
  { title }: Mentioned,
): { readonly text: string; readonly caret: number } {
  const before = `${text.slice(0, at)}@${title} `;
  return { text: `${before}${text.slice(at + 1 + name.length)}`, caret: before.length };
}

/** Those of the picked people whose names the text still has, each once. */
export function stillMentioned(text: string, picked: readonly Mentioned[]): readonly Mentioned[] {
  const seen = new Set<string>();
  return picked.filter(({ id, title }) => {
    const isNew = !seen.has(id) && text.includes(`@${title}`);
    seen.add(id);
    return isNew;
  });
}

/** People with titles, as they can be picked. */
export function withTitles(people: readonly ReferenceValue[]): readonly Mentioned[] {
  return people.flatMap(({ id, title }) => (title === undefined ? [] : [{ id, title }]));
}
