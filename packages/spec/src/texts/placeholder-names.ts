import {
  effectsOf,
  type Entity,
  inversesOf,
  isFiles,
  isLines,
  isMany,
  isSecret,
  type Model,
  type Rule,
  reachOf,
  stepsOf,
} from '@ninefold/model';
import { placeholders } from '../checks/messages.ts';
import type { Context } from '../compile/reading/context.ts';
import { nearest } from '../expressions/schema/nearest.ts';
import type { Spot } from '../located.ts';
import { placeOfText, type FiledTexts } from './locale-files.ts';

/** By language, the keys of texts that belong to nothing, with those that may be meant. */
export type StrangeKeys = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Values in texts that nothing fills: the reader would see `{{systolik}}`. */
export function checkPlaceholders(ctx: Context, model: Model, filed: FiledTexts, strange: StrangeKeys): void {
  const filling = fillingOf(model);
  const check = (key: string, text: string, spot: () => Spot): void => {
    const known = filledIn(filling, key) ?? [];
    for (const name of unfilledIn(filling, key, text)) {
      const params = { name, known: known.join(', '), nearest: nearest(name, known) };
      ctx.report('NF1111', spot(), known.length === 0 ? { name } : params);
    }
  };
  for (const [key, { text, spot }] of ctx.texts) check(key, text, () => spot);
  for (const [language, texts] of filed) {
    if (!model.languages.includes(language)) continue;
    for (const [key, one] of texts)
      if (strange.get(language)?.has(key) !== true) check(key, one.text, () => placeOfText(one));
  }
}

/** What fills the texts of an entry of the catalogue, by the place of the entry. */
export type Filling = ReadonlyMap<string, readonly string[]>;

/** The values of a text that nothing fills. */
export function unfilledIn(filling: Filling, key: string, text: string): readonly string[] {
  const known = filledIn(filling, key);
  return known === null ? [] : [...new Set(placeholders(text))].filter((name) => !known.includes(name));
}

/** What fills the texts of an entry of the catalogue: what every rule that raises it reads. */
export function fillingOf({ entities }: Model): Filling {
  const filling = new Map<string, readonly string[]>();
  const note = (key: string, names: readonly string[]): void => {
    filling.set(key, filling.get(key)?.filter((name) => names.includes(name)) ?? names);
  };
  for (const { id: entity, fields, rules, noOverlaps } of Object.values(entities)) {
    const hasNoWords = (name: string): boolean =>
      fields[name] ? isMany(fields[name].type) || isSecret(fields[name]) : inversesOf(entities)(entity).has(name);
    for (const { name, error, from, to, per } of noOverlaps)
      if (error) note(name === null ? `errors.${error}` : `rules.${entity}.${name}`, [from, to, ...per]);
    for (const rule of rules) {
      const own = rule.error === `${entity}.${rule.id}` ? `rules.${entity}.${rule.id}` : `errors.${rule.error}`;
      note(own, readBy(rule, hasNoWords));
    }
  }
  for (const entity of Object.values(entities))
    for (const effect of effectsOf(entity)) {
      const { tells } = reachOf(effect);
      if (tells !== null) note(tells.text, saidOf(entity));
    }
  return filling;
}

/** What the text of a notification may name: the state of the record, and its fields that have words. */
function saidOf({ fields, lifecycle }: Entity): readonly string[] {
  const worded = Object.values(fields).filter((field) => !isLines(field) && !isFiles(field) && !isSecret(field));
  return [...(lifecycle === null ? [] : ['state']), ...worded.map(({ id }) => id)];
}

/** Fields of the record or line, and limits, by name. Records and lines of a list have no words in a message. */
function readBy({ when, check }: Rule, hasNoWords: (name: string) => boolean): readonly string[] {
  const paths = [...(when?.reads ?? []), ...check.reads].map((path) => stepsOf(path));
  const names = paths.flatMap(([root = '', name = '']) => {
    return ROOTS.has(root) && name !== '' && !(root === 'record' && hasNoWords(name)) ? [name] : [];
  });
  return [...new Set(names)];
}

const ROOTS: ReadonlySet<string> = new Set(['record', 'line', 'limits']);
const MESSAGES = /\.(?:message|cause|remedy)(?:_(?:zero|one|two|few|many|other))?$/;
const NOTICE = /\.notify(?:_\d+)?$/;
const PLURAL = /_(?:zero|one|two|few|many|other)$/;

/** The names that are filled in a text; null where that is not known, because nothing shows the text. */
function filledIn(filling: Filling, key: string): readonly string[] | null {
  if (MESSAGES.test(key)) return filling.get(key.replace(MESSAGES, '')) ?? null;
  if (NOTICE.test(key)) return filling.get(key) ?? null;
  if (key.endsWith('.blocked')) return ['entity', 'transition'];
  return PLURAL.test(key) ? ['count'] : [];
}
