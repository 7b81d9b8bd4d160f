import type { Model } from '@ninefold/model';
import { placeholders } from '../checks/messages.ts';
import type { Context } from '../compile/reading/context.ts';
import { placeOfText, type FiledText, type FiledTexts } from './locale-files.ts';
import { fillingOf, unfilledIn } from './placeholder-names.ts';
import { formsOf, neededForms, PLURAL } from './plural-forms.ts';

type Sources = ReadonlyMap<string, string>;

/** Plural forms that a language does not have or lacks, and what a translation drops, invents or leaves as it was. */
export function checkTranslations(ctx: Context, model: Model, filed: FiledTexts, source: Sources): void {
  const [sourceLanguage = 'en'] = model.languages;
  const filling = fillingOf(model);
  for (const [language, texts] of filed) {
    if (!model.languages.includes(language)) continue;
    checkForms(ctx, language, texts, source);
    for (const [key, one] of texts) {
      const written = sourceOf(key, texts, source);
      if (written === null || written.text === one.text) continue;
      const strange = { own: unfilledIn(filling, key, one.text), source: unfilledIn(filling, key, written.text) };
      checkText(ctx, one, written, strange);
    }
    if (language !== sourceLanguage) checkEqual(ctx, { language, sourceLanguage }, texts, source);
  }
}

interface Written {
  readonly text: string;
  /** It is one of several forms, in which the number itself may be left out. */
  readonly isForm: boolean;
}

/** The text that a translation is of: that under the same key, or of a plural form the one for every other number. */
function sourceOf(key: string, texts: ReadonlyMap<string, FiledText>, source: Sources): Written | null {
  const same = source.get(key);
  const [, base = '', form] = PLURAL.exec(key) ?? [];
  const isForm = form !== undefined && texts.has(`${base}_other`);
  const text = isForm ? (source.get(`${base}_other`) ?? source.get(base)) : same;
  return text === undefined ? null : { text, isForm };
}

/** Forms that the language does not have, and those that a number of things needs and that are missing. */
function checkForms(ctx: Context, language: string, texts: ReadonlyMap<string, FiledText>, source: Sources): void {
  const forms = formsOf(language);
  const found = new Map<string, string[]>();
  for (const [key, one] of texts) {
    const [, base = '', form = ''] = PLURAL.exec(key) ?? [];
    const isForm = form !== '' && (texts.has(`${base}_other`) || source.has(`${base}_other`));
    if (!isForm) continue;
    if (!forms.includes(form)) {
      ctx.report('NF1107', placeOfText(one), { key: one.written, language, forms: forms.join(', ') });
    } else found.set(base, [...(found.get(base) ?? []), form]);
  }
  for (const [base, given] of found) {
    const missing = neededForms(language).filter((form) => !given.includes(form));
    const first = texts.get(`${base}_${given[0] ?? ''}`);
    if (missing.length === 0 || !first) continue;
    const name = missing.map((form) => `_${form}`).join(', ');
    ctx.report('NF1112', placeOfText(first), { key: first.written.replace(PLURAL, '$1'), language, name });
  }
}

/** Values that nothing fills, which are told of themselves: each is another one misspelt, so that none is lost besides. */
interface Unfilled {
  readonly own: readonly string[];
  readonly source: readonly string[];
}

function checkText(ctx: Context, one: FiledText, { text: written, isForm }: Written, unfilled: Unfilled): void {
  const { text } = one;
  const wanted = placeholders(written).filter((name) => !isForm || name !== 'count');
  const known = new Set([...placeholders(written), ...(isForm ? ['count'] : [])]);
  const given = new Set(placeholders(text));
  const lost = [...new Set(wanted)].filter((name) => !given.has(name) && !unfilled.source.includes(name));
  const invented = [...given].filter((name) => !known.has(name) && !unfilled.own.includes(name));
  if (lost.length > unfilled.own.length) ctx.report('NF1108', placeOfText(one), { name: lost.join(', ') });
  if (invented.length > unfilled.source.length) ctx.report('NF1109', placeOfText(one), { name: invented.join(', ') });
  const [before, after] = [marksOf(written), marksOf(text)];
  const differing = [...new Set([...before, ...after])].filter((mark) => count(before, mark) !== count(after, mark));
  if (differing.length > 0) ctx.report('NF1115', placeOfText(one), { name: differing.join(' ') });
  if (isLong(written) && text.includes(written)) ctx.report('NF1113', placeOfText(one), { name: written });
}

/** Tags, and the marks of Markdown that stand in pairs. */
function marksOf(text: string): readonly string[] {
  return text.match(/<\/?[a-z][^<>]*>|\*\*|__|`/gi) ?? [];
}

function count(marks: readonly string[], mark: string): number {
  return marks.filter((one) => one === mark).length;
}

/** Several words, so that they are no name that is the same in both languages. */
function isLong(text: string): boolean {
  return (withoutValues(text).match(/\p{L}{2,}/gu) ?? []).length > 1;
}

function withoutValues(text: string): string {
  return text.replace(/\{\{[^}]*\}\}/g, ' ');
}

interface Languages {
  readonly language: string;
  readonly sourceLanguage: string;
}

const SHOWN = 3;

/** Names, examples of values, and languages, which are named in themselves. */
const SAME = /^purpose\.name$|\.example$|^entities\.user\.fields\.language\.options\./;

/** Texts that were never translated are told once for each language. */
function checkEqual(
  ctx: Context,
  { language, sourceLanguage }: Languages,
  texts: ReadonlyMap<string, FiledText>,
  source: Sources,
): void {
  const equal = [...texts].flatMap(([key, one]) => {
    const isEqual = one.text === source.get(key) && !SAME.test(key);
    return isEqual && isUntranslated(one.text, { language, sourceLanguage }) ? [one] : [];
  });
  const [first] = equal;
  if (!first) return;
  const keys = equal.map(({ written }) => written);
  const params = { language, count: String(keys.length), examples: keys.slice(0, SHOWN).join(', ') };
  ctx.report('NF1114', placeOfText(first), { ...params, keys: keys.join('\n') });
}

/** One word may be the same in two languages of one script. */
function isUntranslated(text: string, { language, sourceLanguage }: Languages): boolean {
  if (isLong(text)) return true;
  const isOther = scriptOf(language) !== scriptOf(sourceLanguage);
  return isOther && /\p{L}{3,}/u.test(withoutValues(text)) && !/^[\p{Lu}\p{N}\s._-]+$/u.test(withoutValues(text));
}

function scriptOf(language: string): string {
  return new Intl.Locale(language).maximize().script ?? '';
}
