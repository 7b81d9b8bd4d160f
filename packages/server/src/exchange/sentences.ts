import {
  type ChoiceField,
  type Entity,
  explainingForms,
  hasOptions,
  isList,
  type Field,
  type ImportProblem,
  isLines,
  isOneOption,
  isReference,
  nearestName,
  type Wire,
} from '@ninefold/model';
import type { ErrorTexts } from '../locales/error-texts.ts';
import { fill } from '../locales/texts.ts';
import type { ImportedProblem } from '../records/context/import-source.ts';
import type { ServedApplication } from '../specification/served.ts';
import { withStates } from './given-states.ts';
import { labelsOf, type Labels } from './labels/labels.ts';

/** Says what is wrong in a row, with the label of the field, the value as it was written, bounds as the field has them, and what was probably meant. */
export type TellProblem = (problem: ImportedProblem) => ImportProblem;

/** Forms of a message that have the value in them, the best first. */
const WITH_VALUE = ['message_nearest', 'message_value'];
/** Of more options than these no sentence lists them all. */
const MOST_LISTED = 20;

/** Tells of the rows of a file, in one language. */
export function tellingProblems(
  application: ServedApplication,
  plain: Entity,
  { language, errorTexts }: { readonly language: string; readonly errorTexts: ErrorTexts },
): TellProblem {
  const entity = withStates(plain);
  const labels = labelsOf(application, entity, language);
  const everywhere = application.model.languages.map((each) => labelsOf(application, entity, each));
  const nearest = (field: ChoiceField, value: string): string | null => {
    const named = field.options.flatMap((option) =>
      [option, ...everywhere.map((each) => each.option(field, option, null))].map((name) => [name, option] as const),
    );
    const meant = new Map(named).get(nearestName(value, [...new Set(named.map(([name]) => name))]) ?? '');
    return meant === undefined ? null : labels.option(field, meant, null);
  };
  const sentence = ({ code, path, params, value }: ImportedProblem, place: Place): string => {
    const { field, label } = place;
    if (code === 'unknown_field') return fill(labels.words.unknown_field, { name: path });
    const words: Record<string, Wire> = {
      ...params,
      ...(label === null ? {} : { field: label }),
      ...(isReference(field) ? { thing: labels.thing(field.to) } : {}),
    };
    const given = params['value'] ?? value;
    const isGiven = typeof given === 'string' && given !== '' && label !== null;
    const forms = [
      ...explainingForms(params),
      ...(isGiven ? WITH_VALUE.slice(typeof params['nearest'] === 'string' ? 0 : 1) : []),
      ...(label === null ? [] : ['message_named']),
    ];
    const { text, form } = errorTexts.formed(
      { code, path, params: { ...words, ...(isGiven ? { value: given } : {}) } },
      { language, about: { entity: entity.id }, forms },
    );
    if (form !== 'message' || label === null) return text;
    return isGiven
      ? fill(labels.words.problem, { name: label, value: given, message: text })
      : fill(labels.words.pair, { name: label, value: text });
  };
  return (problem) => {
    const field = problem.code === 'bad_option' ? entity.fields[problem.path] : undefined;
    const name = isOneOption(field) && problem.value !== null ? nearest(field, problem.value) : null;
    const told = name === null ? problem : { ...problem, params: { ...problem.params, nearest: name } };
    const place = placeOf(entity, labels, told.path);
    const message = sentence(told, place);
    const allowed = told.code === 'bad_option' && name === null ? allowedIn(place, told.params, labels) : [];
    if (allowed.length === 0) return { ...told, message };
    return {
      ...told,
      message: fill(labels.words.allowed, { message, allowed: new Intl.ListFormat(language).format(allowed) }),
    };
  };
}

/**
 * What a cell of the field may say: options by their labels, those that share one by their ids; of users the roles that the
 * sender may give. Nothing where that is too much to list.
 */
function allowedIn({ field, lines }: Place, { options }: ImportedProblem['params'], labels: Labels): readonly string[] {
  if (!hasOptions(field)) return [];
  const ids = isList(options) ? field.options.filter((option) => options.includes(option)) : field.options;
  if (ids.length > MOST_LISTED) return [];
  const names = Map.groupBy(ids, (option) => labels.option(field, option, lines));
  return [...names].flatMap(([name, named]) => (named.length === 1 ? [name] : named));
}

/** What a problem is about. */
interface Place {
  readonly field: Field | null;
  readonly label: string | null;
  /** The field whose lines have the field; null for one of the record itself. */
  readonly lines: string | null;
}

/** The field that the path of a problem leads to, and its label. */
function placeOf(entity: Entity, labels: Labels, path: string): Place {
  const own = Object.hasOwn(entity.fields, path) ? entity.fields[path] : undefined;
  const [first = '', ...rest] = path.replaceAll(/\[\d+\]/g, '').split('.');
  const field = own ?? entity.fields[first];
  if (!field) return { field: null, label: null, lines: null };
  const line = isLines(field) ? field.fields[rest.join('.')] : undefined;
  if (!line) return { field, label: labels.field(field), lines: null };
  return { field: line, label: labels.lineField(field.id, line), lines: field.id };
}
