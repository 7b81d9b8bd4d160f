import {
  type ErrorEntry,
  type ErrorId,
  isRuntimeError,
  type Model,
  RUNTIME_ERRORS,
  type Wire,
  WRITTEN_EXAMPLES,
} from '@ninefold/model';
import type { TextTree } from '@ninefold/spec';
import en from '../../locales/en/exchange.json' with { type: 'json' };
import ja from '../../locales/ja/exchange.json' with { type: 'json' };
import type { ServedApplication } from '../specification/served.ts';
import type { ShippedTexts } from './shipped-texts.ts';
import { fill, pluralAt, textAt } from './texts.ts';
import { toldValues, type About, type Said } from './told-values.ts';

/** The language in which the runtime's own texts are always complete. */
const SHIPPED = 'en';

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
  const languages = application.model.languages;
  const formed: ErrorTexts['formed'] = (said, { language, about, forms }) => {
    const { code, params } = said;
    const order = [language, languages[0] ?? SHIPPED, SHIPPED];
    for (const each of order)
      for (const form of [...forms, MESSAGE]) {
        const texts = { app: application.texts[each], errors: shipped.get('errors')?.get(each) };
        const text = find(code, texts, { params, language: each, form });
        if (text === null) continue;
        const labels = (path: readonly string[]): string | null =>
          firstText(
            order.map((one) => [application.texts[one], shipped.get('shell')?.get(one)]),
            path,
          );
        const reader = { language: each, label: labels, boolean: (value: boolean) => truthText(value, each) };
        const shown = toldValues(said, about, application.model, reader);
        return { text: fill(text, { ...shown, ...named(code, params, labels) }), form };
      }
    return { text: code, form: MESSAGE };
  };
  const plain = (said: Said, language: string, about: About = {}): string =>
    formed(said, { language, about, forms: [] }).text;
  return Object.assign(plain, { formed });
}

const MESSAGE = 'message';

type Params = Readonly<Record<string, Wire>>;

/** The first of these texts in the order of languages: of the application, then of the runtime. */
function firstText(
  languages: readonly (readonly [app: TextTree | undefined, shell: TextTree | undefined])[],
  path: readonly string[],
): string | null {
  const [kind = '', id = ''] = path;
  const found = languages.map(
    ([app, shell]) => textAt(app, [...path, 'label']) ?? (kind === 'limits' ? textAt(shell, ['limit', id]) : null),
  );
  return found.find((text) => text !== null) ?? null;
}

const TRUTHS: Readonly<Record<string, Readonly<Record<'yes' | 'no', string>>>> = { en, ja };

function truthText(value: boolean, language: string): string {
  return (TRUTHS[language] ?? en)[value ? 'yes' : 'no'];
}

/** The labels of what an error names by ids, and the example that a message of the runtime may name. */
function named(code: ErrorId, params: Params, labelOf: (path: readonly string[]) => string | null): Params {
  const { transition, state, limit } = params;
  const [owner = null] = isRuntimeError(code) ? [] : code.split('.');
  const entity = params['entity'] ?? owner;
  const words: Record<string, Wire> = isRuntimeError(code) ? { example: WRITTEN_EXAMPLES[code] ?? null } : {};
  const name = (param: string, path: readonly Wire[]): void => {
    const label = path.every((step) => typeof step === 'string') ? labelOf(path) : null;
    if (label !== null) words[param] = label;
  };
  if (isRuntimeError(code)) name('entity', ['entities', entity ?? null]);
  name('transition', ['states', entity ?? null, 'transitions', transition ?? null]);
  name('state', ['states', entity ?? null, 'states', state ?? null]);
  if (isRuntimeError(code)) name('limit', ['limits', limit ?? null]);
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
