import {
  memoized,
  ownName,
  parentOf,
  pluralNumber,
  RUNTIME_ERRORS,
  splitId,
  type Screen,
  type Wire,
} from '@ninefold/model';
import { exampleOf, problemText, type Said, type ToldPlace } from './problem-text.ts';
import { pageLanguage } from './files/languages.ts';
import { insideSentence, inWords } from './words.ts';

export type Params = Readonly<Record<string, unknown>>;

/** A text of the shell by its key. */
export type ShellText = (key: string, params?: Params) => string;

/**
 * Where texts come from, see `text-source.ts`. A key is `namespace:path.of.the.text`; what `t` gives is a text unless
 * `returnDetails` asks for more.
 */
export interface TextSource {
  readonly language: string;
  exists(key: string, values?: Params): boolean;
  t(key: string, options: Params): unknown;
}

/** The texts of the specification by what they belong to; each falls back to the source language, then to the id in words. */
export interface Texts {
  readonly t: ShellText;
  readonly language: string;
  readonly entity: (entity: string) => string;
  readonly entityMany: (entity: string) => string;
  /** The names inside a sentence: request, requests. */
  readonly thing: (entity: string) => string;
  readonly things: (entity: string) => string;
  /** What creates a record: New request. Of a form as its heading: 依頼の新規作成. */
  readonly newThing: (entity: string, place?: 'button' | 'heading') => string;
  /** The verb on the button that creates a record: that of the transition `create`, where the display language has one. */
  readonly createVerb: (entity: string) => string;
  readonly entityHint: (entity: string) => string | null;
  readonly field: (entity: string, field: string) => string;
  /** The name of a part inside of its object. */
  readonly part: (entity: string, field: string) => string;
  readonly fieldHint: (entity: string, field: string) => string | null;
  readonly fieldExample: (entity: string, field: string) => string | null;
  readonly lineField: (entity: string, field: string, part: string) => string;
  readonly option: (entity: string, field: string, option: string) => string;
  readonly lineOption: (entity: string, field: string, part: string, option: string) => string;
  /** A state; those of a further life cycle are the options of the field that holds it. */
  readonly state: (entity: string, state: string, cycle?: string) => string;
  /** The verb on the button. */
  readonly transition: (entity: string, transition: string) => string;
  readonly reaction: (entity: string, reaction: string) => string;
  readonly call: (kind: 'in' | 'out', call: string) => string;
  /** The past form that the history shows. */
  readonly transitionDone: (entity: string, transition: string) => string;
  /** What is said of a record that was made, where the transition `create` says it. */
  readonly createDone: (entity: string) => string | null;
  readonly input: (entity: string, transition: string, field: string) => string;
  /** The same without the name of its object. */
  readonly inputPart: (entity: string, transition: string, field: string) => string;
  readonly inputHint: (entity: string, transition: string, field: string) => string | null;
  readonly inputExample: (entity: string, transition: string, field: string) => string | null;
  readonly inputOption: (entity: string, transition: string, field: string, option: string) => string;
  readonly role: (role: string) => string;
  readonly screen: (screen: Screen) => string;
  /** A block, or what it groups by and its figures, as `by_team.groups.1` and `by_team.show.cost`; `otherwise` where it has no name. */
  readonly block: (screen: string, block: string, otherwise?: string) => string;
  readonly section: (screen: string, section: string) => string;
  readonly menu: (group: string) => string;
  readonly group: (entity: string, group: string) => string;
  /** What is wrong, in the display language. Forms and pages of records say it by `useTold`, which knows the types of the values. */
  readonly problem: (problem: Said, place?: ToldPlace) => string;
  readonly errorPart: (code: string, part: 'message' | 'cause' | 'remedy', params?: Params) => string | null;
  readonly limit: (limit: string) => string;
  readonly limitOption: (limit: string, option: string) => string;
  /** Why a limit is what it is; null where nothing says so. */
  readonly limitNote: (limit: string) => string | null;
  readonly appName: string;
  readonly purpose: string | null;
  readonly audience: (role: string) => string | null;
  /** The markdown of a page; null until it is there. */
  readonly page: (page: string) => string | null;
  /** The language of a text of the specification, where that is not the language of the page. */
  readonly foreign: (key: string) => string | null;
  /** The language of what the specification and its users write, where that is not the language of the page: for `lang`. */
  readonly written: string | undefined;
}

/** The text of a key, or null. `params` choose between plural forms; `shown` are the words that stand for some of them. */
export type Lookup = (key: string, params?: Params, shown?: Params) => string | null;

function lookupIn(i18n: TextSource, namespace: string): Lookup {
  return (key, params, shown) => {
    const full = `${namespace}:${key}`;
    const values = i18n.exists(full, { ...params }) ? params : pluralValues(i18n, full, params);
    if (values === null) return null;
    const count = values?.['count'];
    const text: unknown = i18n.t(full, { ...values, ...shown, ...(count === undefined ? {} : { count }) });
    return typeof text === 'string' ? text : null;
  };
}

/** The values of a text that is written in plural forms, with the number that chooses one; null where it is not. */
function pluralValues(i18n: TextSource, full: string, params: Params = {}): Params | null {
  if (!i18n.exists(`${full}_other`)) return null;
  const written = String(i18n.t(`${full}_other`, { skipInterpolation: true }));
  return { ...params, count: pluralNumber(written, params as Readonly<Record<string, Wire>>) ?? 1 }; // other values are passed over
}

function errorKey(code: string): readonly [namespace: string, key: string] {
  if (RUNTIME_ERRORS[code]) return ['errors', code];
  const [entity, rule] = code.split('.');
  return rule === undefined ? ['app', `errors.${code}`] : ['app', `rules.${entity}.${rule}`];
}

/** What the name of a screen is made of. */
interface Names {
  readonly app: Lookup;
  readonly t: ShellText;
  readonly entity: Texts['entity'];
  readonly many: Texts['entityMany'];
  readonly newThing: Texts['newThing'];
}
type Unwritten<S extends Screen> = (screen: S, names: Names) => string;

const UNWRITTEN: { readonly [K in Screen['kind']]: Unwritten<Extract<Screen, { readonly kind: K }>> } = {
  blocks: ({ id }) => inWords(id),
  list: ({ entity }, { many }) => many(entity),
  record: ({ entity }, names) => names.entity(entity),
  form: ({ entity }, names) => names.newThing(entity, 'heading'),
  page: ({ id }) => inWords(id),
};

function unwrittenText<S extends Screen>(screen: S, names: Names): string {
  return (UNWRITTEN[screen.kind] as unknown as Unwritten<S>)(screen, names); // the table pairs each kind with its text
}

function screenText(screen: Screen, names: Names): string {
  const written = names.app(`screens.${screen.id}.label`);
  if (written !== null) return written;
  return screen.written ? inWords(screen.id) : unwrittenText(screen, names);
}

function foreignOf(i18n: TextSource, key: string): string | null {
  const used = languageOf(i18n, key);
  return used === undefined || used === pageLanguage(i18n.language) ? null : used;
}

/** The language in which a text of the specification is found. */
function languageOf(i18n: TextSource, key: string): string | undefined {
  const details = i18n.t(`app:${key}`, { returnDetails: true }) as unknown as { readonly usedLng?: string }; // the library types a text, whatever is asked for
  return details.usedLng;
}

/** The key of the texts of a field; those of a part stand below its object. */
function fieldKey(entity: string, field: string): string {
  return `entities.${entity}.fields.${splitId(field).join('.fields.')}`;
}

/** The same of an answer to the form of a transition. */
function inputKey(entity: string, transition: string, id: string): string {
  return `states.${entity}.transitions.${transition}.input.${splitId(id).join('.fields.')}`;
}

type AnswerTexts = Pick<Texts, 'input' | 'inputPart' | 'inputHint' | 'inputExample' | 'inputOption'>;

/** The texts of the answers to the forms of transitions. */
function textsOfAnswers({ app, t }: { readonly app: Lookup; readonly t: ShellText }): AnswerTexts {
  const inputPart = (of: string, by: string, id: string): string =>
    app(`${inputKey(of, by, id)}.label`) ?? inWords(ownName(id));
  const input = (of: string, by: string, id: string): string => {
    const [own, object] = [inputPart(of, by, id), parentOf(id)];
    return object === null ? own : t('form.part', { object: input(of, by, object), part: own });
  };
  return {
    input,
    inputPart,
    inputHint: (of, by, id) => app(`${inputKey(of, by, id)}.hint`),
    inputExample: (of, by, id) => app(`${inputKey(of, by, id)}.example`),
    inputOption: (of, by, id, option) => app(`${inputKey(of, by, id)}.options.${option}.label`) ?? inWords(option),
  };
}

/** What tells of the state of a further life cycle (`delivery_since`) is called after the field that holds it. */
function ofState({ app, t }: { readonly app: Lookup; readonly t: ShellText }, of: string, id: string): string | null {
  const [, cycle = '', told = ''] = /^(.+)_(since|final)$/.exec(id) ?? [];
  const name = cycle === '' ? null : app(`${fieldKey(of, cycle)}.label`);
  return name === null ? null : t(`record.state_${told}`, { name });
}

/** What a limit is called, of the application or of the runtime. */
function limitIn(app: Lookup, shell: Lookup): (id: string) => string {
  return (id) => app(`limits.${id}.label`) ?? shell(`limit.${id}`) ?? inWords(id);
}

/** The label of the transition `create`, where the display language has one. */
function verbOfCreation(i18n: TextSource, app: Lookup, id: string): string | null {
  const key = `states.${id}.transitions.create.label`;
  return languageOf(i18n, key) === i18n.language ? app(key) : null;
}

/** Every text of the application in the language that `i18n` shows now. */
export function makeTexts(i18n: TextSource, fallbackName: string): Texts {
  const looked = lookupIn(i18n, 'app');
  const unchanging = memoized((key: string) => looked(key));
  const app: Lookup = (key, params) => (params === undefined ? unchanging(key) : looked(key, params));
  const label = (key: string, id: string): string => app(`${key}.label`) ?? inWords(id);
  const t: ShellText = (key, params) => String(i18n.t(`shell:${key}`, { ...params }));
  const entity = (id: string): string => label(`entities.${id}`, id);
  const entityMany = (id: string): string =>
    app(`entities.${id}.label_many`) ?? app(`entities.${id}.label_other`) ?? entity(id);
  const part = (of: string, id: string): string => label(fieldKey(of, id), ownName(id));
  const field = (of: string, id: string): string => {
    const object = parentOf(id);
    if (object !== null) return t('form.part', { object: field(of, object), part: part(of, id) });
    const own = app(`${fieldKey(of, id)}.label`) ?? lookupIn(i18n, 'shell')(`system.${id}`);
    return own ?? ofState({ app, t }, of, id) ?? inWords(id);
  };
  const lineField = (of: string, id: string, name: string): string => {
    const [own, object] = [part(of, `${id}.${name}`), parentOf(name)];
    return object === null ? own : t('form.part', { object: lineField(of, id, object), part: own });
  };
  const transition = (of: string, id: string): string => label(`states.${of}.transitions.${id}`, id);
  const limit = limitIn(app, lookupIn(i18n, 'shell'));
  const answers = textsOfAnswers({ app, t });
  const thing = (id: string): string => insideSentence(entity(id), i18n.language);
  const newThing: Texts['newThing'] = (id, place = 'button') =>
    app(`entities.${id}.new`) ?? t(place === 'button' ? 'list.create' : 'form.create', { thing: thing(id) });
  const createVerb = (id: string): string => verbOfCreation(i18n, app, id) ?? t('form.save');
  const lookup = (namespace: string): Lookup => lookupIn(i18n, namespace);
  const option = (of: string, id: string, one: string): string => label(`${fieldKey(of, id)}.options.${one}`, one);
  const state = (of: string, id: string, cycle = 'state'): string =>
    cycle === 'state' ? label(`states.${of}.states.${id}`, id) : option(of, cycle, id);
  const { input } = answers;
  const names = { entity, thing, field, lineField, input, transition, state, limit, t, language: i18n.language };
  return {
    t,
    language: i18n.language,
    entity,
    entityMany,
    thing,
    things: (id) => insideSentence(entityMany(id), i18n.language),
    newThing,
    createVerb,
    entityHint: (id) => app(`entities.${id}.hint`),
    field,
    part,
    fieldHint: (of, id) => app(`${fieldKey(of, id)}.hint`),
    fieldExample: (of, id) => app(`${fieldKey(of, id)}.example`),
    lineField,
    option,
    lineOption: (of, id, part, option) => label(`entities.${of}.fields.${id}.fields.${part}.options.${option}`, option),
    state,
    transition,
    reaction: (of, id) => label(`states.${of}.reactions.${id}`, id),
    transitionDone: (of, id) => app(`states.${of}.transitions.${id}.done`) ?? transition(of, id),
    createDone: (of) => app(`states.${of}.transitions.create.done`) ?? null,
    ...answers,
    role: (id) => app(`roles.${id}.label`) ?? lookupIn(i18n, 'shell')(`role.${id}`) ?? inWords(id),
    screen: (screen) => screenText(screen, { app, t, entity, many: entityMany, newThing }),
    block: (screen, block, otherwise = block) => label(`screens.${screen}.blocks.${block}`, otherwise),
    section: (screen, section) => label(`screens.${screen}.sections.${section}`, section),
    menu: (id) => label(`menu.${id}`, id),
    call: (kind, id) => label(`calls.${kind}.${id}`, id),
    group: (of, group) => label(`entities.${of}.groups.${group}`, group),
    problem: problemText(lookup, errorKey, names),
    errorPart: (code, part, given = {}) => {
      const params = { ...exampleOf(code), ...given };
      const [namespace, key] = errorKey(code);
      return lookupIn(i18n, namespace)(`${key}.${part}`, params) ?? app(`errors.${code}.${part}`, params);
    },
    limit,
    limitNote: (id) => app(`limits.${id}.note`),
    limitOption: (of, option) => label(`limits.${of}.options.${option}`, option),
    appName: app('purpose.name') ?? inWords(fallbackName),
    purpose: app('purpose.does'),
    audience: (role) => app(`purpose.audience.${role}`),
    page: (page) => lookupIn(i18n, `page.${page}`)('markdown'),
    foreign: (key) => foreignOf(i18n, key),
    written: pageLanguage(i18n.language) === i18n.language ? undefined : i18n.language,
  };
}
