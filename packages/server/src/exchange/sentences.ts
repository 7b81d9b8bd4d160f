import {
  type ChoiceField,
  type Entity,
  explainingForms,
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
import { labelsOf, type Labels } from './labels/labels.ts';

/** Says what is wrong in a row, with the label of the field, the value as it was written, bounds as the field has them, and what was probably meant. */
export type TellProblem = (problem: ImportedProblem) => ImportProblem;

/** Forms of a message that have the value in them, the best first. */
const WITH_VALUE = ['message_nearest', 'message_value'];

/** Tells of the rows of a file, in one language. */
export function tellingProblems(
  application: ServedApplication,
  entity: Entity,
  { language, errorTexts }: { readonly language: string; readonly errorTexts: ErrorTexts },
): TellProblem {
  const labels = labelsOf(application, entity, language);
  const everywhere = application.model.languages.map((each) => labelsOf(application, entity, each));
  const nearest = (field: ChoiceField, value: string): string | null => {
    const named = field.options.flatMap((option) =>
      [option, ...everywhere.map((each) => each.option(field, option, null))].map((name) => [name, option] as const),
    );
    const meant = new Map(named).get(nearestName(value, [...new Set(named.map(([name]) => name))]) ?? '');
    return meant === undefined ? null : labels.option(field, meant, null);
  };
  const sentence = ({ code, path, params, value }: ImportedProblem): string => {
    const { field, label } = placeOf(entity, labels, path);
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
    return { ...told, message: sentence(told) };
  };
}

/** The field that the path of a problem leads to, and its label. */
function placeOf(
  entity: Entity,
  labels: Labels,
  path: string,
): { readonly field: Field | null; readonly label: string | null } {
  const own = Object.hasOwn(entity.fields, path) ? entity.fields[path] : undefined;
  const [first = '', inner] = path.replaceAll(/\[\d+\]/g, '').split('.');
  const field = own ?? entity.fields[first];
  if (!field) return { field: null, label: null };
  const line = inner !== undefined && isLines(field) ? field.fields[inner] : undefined;
  if (!line) return { field, label: labels.field(field) };
  return { field: line, label: labels.lineField(field.id, line) };
}
