import { isTranslated, spokenId, splitId, type Entity, type Field } from '@ninefold/model';
import en from '../../../locales/en/exchange.json' with { type: 'json' };
import ja from '../../../locales/ja/exchange.json' with { type: 'json' };
import { fieldPath, optionPath } from '../../locales/option-labels.ts';
import { fill, textAt } from '../../locales/texts.ts';
import type { ServedApplication } from '../../specification/served.ts';

/** The runtime's own words for files of records, by language. */
export const EXCHANGE_WORDS = { en, ja } as const;

type Words = (typeof EXCHANGE_WORDS)['en'];

/** What names a field: its id, and its language where it is translated. */
type Named = Pick<Field, 'id' | 'cycle'> & { readonly language?: string | null };

/** What a file for people calls the parts of one entity, in one language. */
export interface Labels {
  readonly words: Words;
  /** A part of an object with its object before it, as the heading of a list. */
  field(field: Named): string;
  /** A field of the lines of another field. */
  lineField(lines: string, field: Pick<Field, 'id' | 'language'>): string;
  /** An option of a field; `lines`: the field whose lines have that field. */
  option(field: Pick<Field, 'id' | 'cycle'>, option: string, lines: string | null): string;
  state(state: string): string;
  /** An entity inside a sentence: “request” of “Request” in English. */
  thing(entity: string): string;
  /** A column that every record has: `id`, `state`, `created_at`. */
  system(id: string): string;
  /** The list of this screen; of null, or a screen without a name, the records of the entity. */
  list(screen: string | null): string;
}

/** The runtime's words in a language; English where it has none. */
export function wordsIn(language: string): Words {
  return Object.entries(EXCHANGE_WORDS).find(([one]) => language === one || language.startsWith(`${one}-`))?.[1] ?? en;
}

/** The labels of an entity in a language; those of the source language, then the id, where a text is missing. */
export function labelsOf(
  { model, texts }: Pick<ServedApplication, 'model' | 'texts'>,
  entity: Entity,
  language: string,
): Labels {
  const words = wordsIn(language);
  const order = [language, ...model.languages.slice(0, 1)];
  const find = (path: readonly string[]): string | null =>
    order.map((one) => textAt(texts[one], path)).find((text) => text !== null) ?? null;
  const label = (path: readonly string[], id: string): string => find([...path, 'label']) ?? id;
  const at = ['entities', entity.id];
  const system = (id: string): string => find([...at, 'fields', id, 'label']) ?? textAt(words, ['system', id]) ?? id;
  const linePath = (lines: string, { id }: Pick<Field, 'id'>): readonly string[] => [
    ...[...at, 'fields', lines, 'fields', id],
  ];
  /** A field, or a part of one that stands at this path; a part is called by the names of its groups and its own. */
  const spoken = (above: readonly string[], field: Named): string => {
    const names = splitId(spokenId(field));
    const called = names.map((name, depth) =>
      label([...above, ...names.slice(0, depth + 1).flatMap((one, at) => (at === 0 ? [one] : ['fields', one]))], name),
    );
    return called.reduce((object, part) => fill(words.part, { object, part }));
  };
  const manyIn = (one: string): string | null =>
    ['label_many', 'label_other', 'label']
      .map((name) => textAt(texts[one], [...at, name]))
      .find((text) => text !== null) ?? null;
  return {
    words,
    field(field) {
      if (field.cycle === 'state') return system(field.id);
      return splitId(field.id).length === 1 && !isTranslated(field)
        ? label(fieldPath(entity, field), field.id)
        : spoken([...at, 'fields'], field);
    },
    lineField: (lines, field) => spoken([...at, 'fields', lines, 'fields'], field),
    option(field, option, lines) {
      const path = lines === null ? optionPath(entity, field, option) : [...linePath(lines, field), 'options', option];
      return label(path, option);
    },
    thing(id) {
      const name = label(['entities', id], id);
      const isPlain = language.startsWith('en') && !/^.[\p{Lu}\d]/u.test(name);
      return isPlain ? name.charAt(0).toLowerCase() + name.slice(1) : name;
    },
    state: (state) => label(['states', entity.id, 'states', state], state),
    system,
    list: (screen) =>
      (screen === null ? null : find(['screens', screen, 'label'])) ??
      order.map(manyIn).find((text) => text !== null) ??
      entity.id,
  };
}
