import {
  explainingForms,
  isRuntimeError,
  showHolders,
  WRITTEN_EXAMPLES,
  type Problem,
  type Wire,
} from '@ninefold/model';
import type { Lookup, Params, Texts } from './make-texts.ts';
import { fieldsOfPath, isQuestion, joinChoice, oneOf } from './words.ts';

/** A problem as it was found or answered. */
export type Said = Pick<Problem, 'code' | 'params'> & { readonly path?: string };

/** What a problem is about, as far as its sentence names it. */
export interface ToldPlace {
  /** The entity of the record. */
  readonly entity?: string | undefined;
  /** The transition whose inputs `input.…` of the path are. */
  readonly transition?: string | undefined;
  /** The entity whose records the field that the path leads to refers to; null: it refers to none. */
  readonly refersTo?: string | null;
  /** The further entities of one of whose records it may name. */
  readonly alsoTo?: readonly string[];
  /** Whether the values of that field are among options. */
  readonly offers?: boolean;
  /** Whether it takes files or lines: they are added, not entered. */
  readonly adds?: 'files' | 'lines' | null;
  /** Values of the problem in words, by their name: dates, amounts and choices as the reader knows them. */
  readonly shown?: Params;
}

/** The names of what a sentence mentions, in the display language. */
export type Names = Pick<
  Texts,
  'entity' | 'thing' | 'field' | 'lineField' | 'input' | 'transition' | 'state' | 'limit' | 't' | 'language'
>;

/** What is wrong as a sentence: of an entry of the catalogue the text that fits the field best. No id of the specification is in it. */
export function problemText(
  lookupIn: (namespace: string) => Lookup,
  keyOf: (code: string) => readonly [namespace: string, key: string],
  names: Names,
): Texts['problem'] {
  const app = lookupIn('app');
  return (problem, place = {}) => {
    const { code, params } = problem;
    const shown = wordsOf(problem, place, names);
    if (code === 'guard_failed' && typeof params['entity'] === 'string') {
      const key = `states.${params['entity']}.transitions.${String(params['transition'])}.blocked`;
      const blocked = app(key, params, shown);
      if (blocked !== null) return blocked;
    }
    const [namespace, key] = keyOf(code);
    const lookup = lookupIn(namespace);
    const texts = [...explainingForms(params), ...formsOf(code, shown, place), 'message'].map((form) =>
      lookup(`${key}.${form}`, params, shown),
    );
    return (
      texts.find((text) => text !== null) ??
      app(`errors.${code}.message`, params, shown) ??
      names.t('error.unknown', { code })
    );
  };
}

/** The forms of a message that name the field, the best first; an entry of the catalogue has some of them. */
function formsOf(code: string, { field, thing, value, nearest }: Params, place: ToldPlace): readonly string[] {
  const isNamed = NAMES_RECORDS.has(code) ? thing !== undefined : field !== undefined;
  const isGiven = isNamed && isText(value) && !ID.test(value);
  return [
    ...(isGiven && isText(nearest) ? ['message_nearest'] : []),
    ...(isGiven ? ['message_value'] : []),
    ...(typeof field === 'string' && isQuestion(field) ? ['message_question_named'] : []),
    ...(isText(place.refersTo) ? ['message_record_named'] : []),
    ...(field !== undefined && place.offers === true ? ['message_choose_named'] : []),
    ...(field !== undefined && isText(place.adds) ? [`message_${place.adds}_named`] : []),
    ...(field === undefined ? [] : ['message_named']),
  ];
}

/** Errors whose sentence about a value says what the records are called. */
const NAMES_RECORDS: ReadonlySet<string> = new Set(['no_such_record', 'several_records']);
/** An id of a record, which says nothing to people. */
const ID = /^[\da-f]{8}-[\da-f]{4}-/i;

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** Every value of a problem in words. A field without a known label is left out, so that no sentence names it. */
function wordsOf({ code, path = '', params }: Said, place: ToldPlace, names: Names): Params {
  const owner = place.entity ?? (isText(params['entity']) ? params['entity'] : undefined);
  const words = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, plainWords(value, names)]));
  const state = owner === undefined ? {} : stateWords(owner, params, names);
  if (!isRuntimeError(code)) return { ...words, ...state, ...place.shown };
  const { field: _, ...others } = words;
  return {
    ...others,
    ...state,
    ...exampleOf(code),
    ...(isText(params['entity']) ? { entity: names.entity(params['entity']) } : {}),
    ...(owner !== undefined && isText(params['transition'])
      ? { transition: names.transition(owner, params['transition']) }
      : {}),
    ...(params['holders'] === undefined
      ? {}
      : { holders: showHolders(params['holders'], names.language, names.entity) }),
    ...(isText(params['limit']) ? { limit: names.limit(params['limit']) } : {}),
    ...(isText(params['about']) && isText(params['of']) ? { about: names.field(params['of'], params['about']) } : {}),
    ...fieldWords(fieldLabel(asked(code, path, place), owner, place.transition, names), place, names),
    ...place.shown,
  };
}

/** The state that a problem names: of a further life cycle it is an option of the field that holds it. */
function stateWords(owner: string, { state, cycle }: Params, names: Names): Params {
  if (!isText(state)) return {};
  return { state: names.state(owner, state, isText(cycle) ? cycle : undefined) };
}

/** The label of the field and, of one that refers to records, what they are called. */
function fieldWords(field: string | null, { refersTo: to, alsoTo = [] }: ToldPlace, names: Names): Params {
  const label = field === null ? {} : { field };
  if (to === null || to === undefined) return label;
  return { ...label, what: referenceWords([to, ...alsoTo], field, names), thing: names.thing(to) };
}

/** The path of what is asked for: of a reference to one of several entities it is the whole, of which one part has to be filled. */
function asked(code: string, path: string, { alsoTo = [] }: ToldPlace): string {
  return code === 'required' && alsoTo.length > 0 ? path.slice(0, path.lastIndexOf('.')) : path;
}

/** The example that a message of this error names, or nothing. */
export function exampleOf(code: string): Params {
  const example = isRuntimeError(code) ? WRITTEN_EXAMPLES[code] : undefined;
  return example === undefined ? {} : { example };
}

/** English asks for one of the things, other languages for the field by its name. */
function referenceWords(to: readonly string[], field: string | null, names: Names): string {
  const { language } = names;
  if (!language.startsWith('en') && field !== null) return field;
  return joinChoice(
    to.map((entity) => oneOf(names.entity(entity), language)),
    language,
  );
}

/** A value whose type is not known: numbers as the language writes them, records by their title. */
function plainWords(value: Wire, names: Names): string {
  if (value === null) return '';
  if (typeof value === 'number') return new Intl.NumberFormat(names.language).format(value);
  if (typeof value === 'boolean') return names.t(value ? 'inputs.yes' : 'inputs.no');
  if (Array.isArray(value)) return value.map((each: Wire) => plainWords(each, names)).join(', ');
  if (typeof value !== 'object') return value;
  return 'title' in value && typeof value.title === 'string' ? value.title : '';
}

/** The label of the field that a path leads to; null where no label is known. */
export function fieldLabel(
  path: string,
  entity: string | undefined,
  transition: string | undefined,
  names: Pick<Names, 'field' | 'lineField' | 'input'>,
): string | null {
  if (entity === undefined || path === '') return null;
  // A part of an object is a field of the entity with a dot in its id.
  if (!path.includes('[') && !path.startsWith('input.')) return names.field(entity, path);
  const [first = '', ...inner] = fieldsOfPath(path);
  const part = inner.length === 0 ? undefined : inner.join('.');
  if (first === 'input')
    return transition === undefined || part === undefined ? null : names.input(entity, transition, part);
  return part === undefined ? names.field(entity, first) : names.lineField(entity, first, part);
}
