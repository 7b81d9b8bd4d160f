import {
  type ErrorEntry,
  type ErrorId,
  explainingForms,
  isRuntimeError,
  type Model,
  RUNTIME_ERRORS,
  showHolders,
  type Wire,
  WRITTEN_EXAMPLES,
} from '@ninefold/model';
import type { TextTree } from '@ninefold/spec';
import type { ServedApplication } from '../specification/served.ts';
import type { ShippedTexts } from './shipped-texts.ts';
import { languageOrder, readerIn } from './labels.ts';
import { fill, pluralAt } from './texts.ts';
import { createTitleTexts } from './title-texts.ts';
import { toldValues, type About, type Said } from './told-values.ts';

/** The entry of the catalogue with this id: the specification's own, or the runtime's. */
export function catalogueEntry(model: Model, code: string): ErrorEntry | null {
  if (Object.hasOwn(model.errors, code)) return model.errors[code] ?? null;
  return Object.hasOwn(RUNTIME_ERRORS, code) ? (RUNTIME_ERRORS[code] ?? null) : null;
}

/** Renders the message of an error in a language; `about` says what the call was about, as far as the problem does not. */
export interface ErrorTexts {
  (said: Said, language: string, about?: About): string;
  /** The first of these forms of the message that the catalogue has (`message_named`), else the message; and which one it is. */
  formed(
    said: Said,
    by: { readonly language: string; readonly about: About; readonly forms: readonly string[] },
  ): { readonly text: string; readonly form: string };
}

/**
 * Messages of this application; where a language lacks one, that of the source language, then English, then the code
 * itself. What they name is called by its label: an id of the specification says nothing to people. Values are shown by their
 * types, as the language writes them.
 */
export function createErrorTexts(application: ServedApplication, shipped: ShippedTexts): ErrorTexts {
  const titles = createTitleTexts(application);
  const formed: ErrorTexts['formed'] = (said, { language, about, forms }) => {
    const { code, params } = said;
    const { label } = readerIn(application, language, shipped);
    for (const each of languageOrder(application, language))
      for (const form of [...forms, MESSAGE]) {
        const texts = { app: application.texts[each], errors: shipped.get('errors')?.get(each) };
        const text = find(code, texts, { params, language: each, form });
        if (text === null) continue;
        const nameOf = (entity: string): string => label(['entities', entity]) ?? entity;
        const holders = showHolders(params['holders'] ?? null, each, nameOf);
        const shown = toldValues(said, about, application.model, { ...readerIn(application, each, shipped), label });
        return {
          text: titles.inText(
            fill(text, { ...shown, ...named(code, params, label), ...(holders === '' ? {} : { holders }) }),
            each,
          ),
          form,
        };
      }
    return { text: code, form: MESSAGE };
  };
  const plain = (said: Said, language: string, about: About = {}): string =>
    formed(said, { language, about, forms: explainingForms(said.params) }).text;
  return Object.assign(plain, { formed });
}

const MESSAGE = 'message';

type Params = Readonly<Record<string, Wire>>;

/** The labels of what an error names by ids, and the example that a message of the runtime may name. */
function named(code: ErrorId, params: Params, labelOf: (path: readonly string[]) => string | null): Params {
  const { transition, state, cycle, limit, about, of } = params;
  const [owner = null] = isRuntimeError(code) ? [] : code.split('.');
  const entity = params['entity'] ?? owner;
  const words: Record<string, Wire> = isRuntimeError(code) ? { example: WRITTEN_EXAMPLES[code] ?? null } : {};
  const name = (param: string, path: readonly Wire[]): void => {
    const label = path.every((step) => typeof step === 'string') ? labelOf(path) : null;
    if (label !== null) words[param] = label;
  };
  if (isRuntimeError(code)) name('entity', ['entities', entity ?? null]);
  name('transition', ['states', entity ?? null, 'transitions', transition ?? null]);
  if (cycle === undefined) name('state', ['states', entity ?? null, 'states', state ?? null]);
  else name('state', ['entities', entity ?? null, 'fields', cycle, 'options', state ?? null]);
  if (isRuntimeError(code)) name('limit', ['limits', limit ?? null]);
  if (isRuntimeError(code)) name('about', ['entities', of ?? null, 'fields', about ?? null]);
  return words;
}

/** Where messages of one language stand: those of the application and those of the runtime. */
interface Sources {
  readonly app: TextTree | undefined;
  readonly errors: TextTree | undefined;
}

/** What chooses between plural forms. */
interface Forms {
  readonly params: Params;
  readonly language: string;
  /** Which text of the entry is wanted. */
  readonly form: string;
}

function find(code: string, { app, errors }: Sources, forms: Forms): string | null {
  const { form } = forms;
  const blocked = code === 'guard_failed' && form === MESSAGE ? blockedText(app, forms) : null;
  if (blocked !== null) return blocked;
  const runtime = pluralAt(errors, [code, form], forms);
  if (runtime !== null || form !== MESSAGE) return runtime;
  const [entity = '', rule] = code.split('.');
  const ruled = rule === undefined ? null : pluralAt(app, ['rules', entity, rule, 'message'], forms);
  return ruled ?? pluralAt(app, ['errors', code, 'message'], forms);
}

function blockedText(app: TextTree | undefined, forms: Forms): string | null {
  const { entity, transition } = forms.params;
  if (typeof entity !== 'string' || typeof transition !== 'string') return null;
  return pluralAt(app, ['states', entity, 'transitions', transition, 'blocked'], forms);
}
