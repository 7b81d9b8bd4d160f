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

/** Those of the people whose names the text still has behind a sign, each once; where one name begins like another, the longer one. */
export function stillMentioned(text: string, people: readonly Mentioned[]): readonly Mentioned[] {
  const named = new Set(
    [...text.matchAll(/[@＠]/gu)].flatMap(({ index }) => {
      const fitting = people.filter(({ title }) => text.startsWith(title, index + 1));
      const longest = Math.max(...fitting.map(({ title }) => title.length));
      return fitting.filter(({ title }) => title.length === longest).map(({ id }) => id);
    }),
  );
  return people.filter(({ id }) => named.delete(id));
}

const NAMES = /(?<![\w.])[@＠]([^\s@＠]{1,30})/gu;

/** The first words of the names behind `@` that were typed or pasted whole, not picked: each once, without marks behind them. */
export function unpickedWords(text: string, picked: readonly Mentioned[]): readonly string[] {
  const words = [...text.matchAll(NAMES)].flatMap(({ index, 1: word = '' }) =>
    picked.some(({ title }) => text.startsWith(title, index + 1)) ? [] : [word.replace(/\P{L}+$/u, '')],
  );
  return [...new Set(words)].filter((word) => word !== '').slice(0, MOST_WORDS);
}

const MOST_WORDS = 10;

/** People with titles, as they can be picked. */
export function withTitles(people: readonly ReferenceValue[]): readonly Mentioned[] {
  return people.flatMap(({ id, title }) => (title === undefined ? [] : [{ id, title }]));
}
