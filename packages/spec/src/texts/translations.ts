import type { Model } from '@ninefold/model';
import { placeholders } from '../checks/messages.ts';
import type { Context } from '../compile/context.ts';
import { jsonPlace } from '../load/json-place.ts';
import type { Spot } from '../load/located.ts';
import type { FiledTexts } from './locale-files.ts';

const PLURAL = /^(.+)_(zero|one|two|few|many|other)$/;

/** Plural forms that a language does not have or lacks, and values that a translation drops or invents. */
export function checkTranslations(
  ctx: Context,
  model: Model,
  filed: FiledTexts,
  source: ReadonlyMap<string, string>,
): void {
  for (const [language, texts] of filed) {
    if (!model.languages.includes(language)) continue;
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    for (const [key, { text, source: file }] of texts) {
      const [, base = '', form = ''] = PLURAL.exec(key) ?? [];
      const isPlural = form !== '' && texts.has(`${base}_other`) && !source.has(key);
      const spot = (): Spot => jsonPlace(file, key.split('.')); // reads the whole file: only where something is wrong
      if (isPlural && !forms.some((one) => one === form))
        ctx.report('NF1107', spot(), { key, language, forms: forms.join(', ') });
      const written = isPlural ? undefined : source.get(key);
      if (written !== undefined && written !== text) checkValues(ctx, spot, written, text);
    }
  }
}

function checkValues(ctx: Context, spot: () => Spot, written: string, text: string): void {
  const wanted = new Set(placeholders(written));
  const given = new Set(placeholders(text));
  const lost = [...wanted].filter((name) => !given.has(name));
  const invented = [...given].filter((name) => !wanted.has(name));
  if (lost.length > 0) ctx.report('NF1108', spot(), { name: lost.join(', ') });
  if (invented.length > 0) ctx.report('NF1109', spot(), { name: invented.join(', ') });
}
