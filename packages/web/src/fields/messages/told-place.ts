import {
  fieldTold,
  hasOptions,
  isFiles,
  isLines,
  isReference,
  kindOfTold,
  separatorsOf,
  wordsOf,
  type Field,
  type LimitEntry,
  type Model,
  type Wire,
  type Wording,
} from '@ninefold/model';
import type { Format } from '../../base/format/use-format.ts';
import { joinWords } from '../../base/texts/words.ts';
import type { Texts } from '../../base/texts/make-texts.ts';
import type { Said, ToldPlace } from '../../base/texts/problem-text.ts';
import { limitWords } from './limit-words.ts';

/** What a call or a form was about. */
export interface About {
  readonly entity?: string | undefined;
  /** The transition whose inputs were sent. */
  readonly transition?: string | undefined;
  /** The words of parameters that no field of an entity tells. */
  readonly shown?: ToldPlace['shown'];
}

/** What values are put into words by. `model`: null before somebody has signed in. */
interface Means {
  readonly texts: Texts;
  readonly model: Model | null;
  readonly format: Format;
}

/** What a problem is about, with its values as the reader knows them: each by the type of the field or limit that it is of. */
export function toldPlace(problem: Said, { entity: id, transition, shown: given }: About, means: Means): ToldPlace {
  const { model, format } = means;
  const entity = id === undefined ? null : (model?.entities[id] ?? null);
  if (model === null || entity === null)
    return { entity: id, transition, shown: { ...exampleWords(problem, null, format), ...given } };
  const field = fieldTold(entity, transition, problem.path ?? '');
  const examples = exampleWords(problem, field, format);
  const shown = Object.entries(problem.params).flatMap(([name, value]): (readonly [string, string])[] => {
    const kind = kindOfTold(problem.code, name, { entity: entity.id, field }, model);
    if (kind === null || value === null) return [];
    if ('limit' in kind) {
      const words = wordsOfLimit(kind.limit, value, means);
      return words === '' ? [] : [[name, words]];
    }
    if (typeof value === 'object') return [];
    return [[name, wordsOf(kind.field, String(value), wordingOf(entity.id, kind.field, means))]];
  });
  const alsoTo = isReference(field) ? field.alsoTo : [];
  return {
    ...{ entity: id, transition, refersTo: isReference(field) ? field.to : null, alsoTo },
    ...{ offers: hasOptions(field), adds: isFiles(field) ? 'files' : isLines(field) ? 'lines' : null },
    shown: { ...examples, ...Object.fromEntries(shown), ...given },
  };
}

/** The value of a limit, or all of its values in a row; empty for what another place puts into words. */
function wordsOfLimit(limit: LimitEntry, value: Wire, { texts, model, format }: Means): string {
  const shown = { format, currency: model?.currency ?? null, option: texts.limitOption };
  const values = (Array.isArray(value) ? value : [value]).flatMap((each) =>
    typeof each === 'string' || typeof each === 'number' ? [limitWords(limit, each, shown)] : [],
  );
  return joinWords(values, format.language);
}

/** How values of a field are read: its options by their labels. */
function wordingOf(entity: string, field: Field, { texts, format }: Means): Wording {
  const { language, timeZone } = format;
  return {
    language,
    timeZone,
    option: (option) => texts.option(entity, field.id, option),
    boolean: (value) => texts.t(value ? 'inputs.yes' : 'inputs.no'),
  };
}

/** A day, a moment and a number as the field shows them. */
function exampleWords({ code }: Said, field: Field | null, format: Format): Readonly<Record<string, string>> {
  if (code === 'bad_date') return { example: format.digits('2026-03-05') };
  if (code === 'bad_datetime') return { example: `${format.digits('2026-03-05')} 14:30` };
  if (code === 'bad_number') return { example: numberExample(field, format) };
  return {};
}

/** A number with as many decimals as the field keeps, at most two. */
export function numberExample(field: Field | null, { language }: Format): string {
  const decimals = '50'.slice(0, field !== null && 'scale' in field ? field.scale : 2);
  return decimals === '' ? '1200' : `1200${separatorsOf(language).decimal}${decimals}`;
}
