import { type Entity, isLines, isTranslated, type Model, splitId } from '@ninefold/model';
import en from './built-in/en.json' with { type: 'json' };
import ja from './built-in/ja.json' with { type: 'json' };
import { flatten, type Flat } from './flat.ts';

const SHIPPED: Readonly<Record<string, unknown>> = { en, ja };

/** The runtime's own texts of what a specification need not write: `user`, the languages of people and texts, `administrator`. */
export function builtInTexts(model: Model, language: string): Flat {
  const flat: Flat = new Map();
  const ignored = (): void => undefined;
  if (Object.hasOwn(SHIPPED, language)) flatten(SHIPPED[language], [], ignored, flat);
  for (const each of model.languages) {
    flat.set(`entities.user.fields.language.options.${each}.label`, ownName(each));
  }
  const nameLanguages = (fields: Entity['fields'], key: string): void => {
    for (const field of Object.values(fields)) {
      if (isLines(field)) nameLanguages(field.fields, `${key}.fields.${field.id}`);
      if (!isTranslated(field)) continue;
      const base = `${key}.fields.${splitId(field.id).join('.fields.')}`;
      for (const each of model.languages) flat.set(`${base}.fields.${each}.label`, ownName(each));
    }
  };
  for (const { id, fields } of Object.values(model.entities)) nameLanguages(fields, `entities.${id}`);
  if (!Object.hasOwn(model.roles, 'administrator')) flat.delete('roles.administrator.label');
  return flat;
}

/** A language's name in itself: Deutsch, 日本語. */
function ownName(language: string): string {
  return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
}
