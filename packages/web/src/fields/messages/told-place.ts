import { isLines, RUNTIME_ERRORS, systemField, type Field, type LimitEntry, type Model } from '@ninefold/model';
import type { Format } from '../../base/format/use-format.ts';
import type { Texts } from '../../base/texts/make-texts.ts';
import type { Said, ToldPlace } from '../../base/texts/problem-text.ts';
import { fieldsOfPath } from '../../base/texts/words.ts';
import { cellOf } from '../cells/registry.ts';
import type { Wording } from '../contract/cell-kind.ts';
import { limitWords } from './limit-words.ts';

/** What a call or a form was about. */
export interface About {
  readonly entity?: string | undefined;
  /** The transition whose inputs were sent. */
  readonly transition?: string | undefined;
}

/** What values are put into words by. `model`: null before somebody has signed in. */
interface Means {
  readonly texts: Texts;
  readonly model: Model | null;
  readonly format: Format;
}

/** What a problem is about, with its values as the reader knows them: each by the type of the field or limit that it is of. */
export function toldPlace(problem: Said, { entity: id, transition }: About, means: Means): ToldPlace {
  const { texts, model, format } = means;
  const examples = exampleWords(problem, format);
  const entity = id === undefined ? null : (model?.entities[id] ?? null);
  if (model === null || entity === null) return { entity: id, transition, shown: examples };
  const inputs = transition === undefined ? {} : (entity.lifecycle?.transitions[transition]?.input ?? {});
  const field = fieldAt(entity.fields, inputs, problem.path ?? '');
  const shown = Object.entries(problem.params).flatMap(([name, value]): (readonly [string, string])[] => {
    const kind = kindOf(problem, name, { field, fields: entity.fields, model });
    if (kind === null || value === null || typeof value === 'object') return [];
    if ('field' in kind)
      return [[name, cellOf(kind.field).words(String(value), wordingOf(entity.id, kind.field, means))]];
    return typeof value === 'boolean'
      ? []
      : [[name, limitWords(kind.limit, value, { format, currency: model.currency, option: texts.limitOption })]];
  });
  return { entity: id, transition, field, shown: { ...examples, ...Object.fromEntries(shown) } };
}

/** How values of a field are read: its options by their labels. */
function wordingOf(entity: string, field: Field, { texts, format }: Means): Wording {
  return {
    format,
    option: (option) => texts.option(entity, field.id, option),
    boolean: (value) => texts.t(value ? 'inputs.yes' : 'inputs.no'),
  };
}

/** The field that the path of a problem leads to: of the record, of its lines, or among the inputs. */
function fieldAt(
  fields: Readonly<Record<string, Field>>,
  inputs: Readonly<Record<string, Field>>,
  path: string,
): Field | null {
  if (Object.hasOwn(fields, path)) return fields[path] ?? null;
  const [first = '', part] = fieldsOfPath(path);
  if (first === 'input') return inputs[part ?? ''] ?? null;
  const field = fields[first] ?? null;
  return part === undefined || !isLines(field) ? field : (field.fields[part] ?? null);
}

type Kind = { readonly field: Field } | { readonly limit: LimitEntry };

/** What a value of a problem is: a bound of the field itself, a field of the record or line that a rule has read, or a limit. */
function kindOf(
  { code }: Said,
  name: string,
  {
    field,
    fields,
    model,
  }: { readonly field: Field | null; readonly fields: Readonly<Record<string, Field>>; readonly model: Model },
): Kind | null {
  if (RUNTIME_ERRORS[code]) return field !== null && BOUNDS[code] === name ? { field } : null;
  const lines = Object.values(fields).flatMap((each) => (isLines(each) ? [each.fields] : []));
  const read =
    fields[name] ?? lines.map((inner) => inner[name]).find((inner) => inner !== undefined) ?? systemField(name);
  if (read) return { field: read };
  const limit = model.limits[name];
  return limit ? { limit } : null;
}

/** Values of errors of the runtime that have the type of the field. */
const BOUNDS: Readonly<Record<string, string>> = {
  too_small: 'min',
  too_big: 'max',
  too_early: 'min',
  too_late: 'max',
};

/** A day and a moment as the fields show them. */
function exampleWords({ code }: Said, format: Format): Readonly<Record<string, string>> {
  if (code === 'bad_date') return { example: format.digits('2026-03-05') };
  if (code === 'bad_datetime') return { example: `${format.digits('2026-03-05')} 14:30` };
  return {};
}
