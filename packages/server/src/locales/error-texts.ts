import { type ErrorEntry, type ErrorId, type Model, RUNTIME_ERRORS, type Wire } from '@ninefold/model';
import type { TextTree } from '@ninefold/spec';
import type { ServedApplication } from '../specification/served.ts';
import type { ShippedTexts } from './shipped-texts.ts';
import { fill, pluralAt } from './texts.ts';

/** The language in which the runtime's own texts are always complete. */
const SHIPPED = 'en';

/** The entry of the catalogue with this id: the specification's own, or the runtime's. */
export function catalogueEntry(model: Model, code: string): ErrorEntry | null {
  if (Object.hasOwn(model.errors, code)) return model.errors[code] ?? null;
  return Object.hasOwn(RUNTIME_ERRORS, code) ? (RUNTIME_ERRORS[code] ?? null) : null;
}

/** Renders the message of an error in a language. */
export type ErrorTexts = (code: ErrorId, params: Readonly<Record<string, Wire>>, language: string) => string;

/** Messages of this application; where a language lacks one, that of the source language, then English, then the code itself. */
export function createErrorTexts(application: ServedApplication, shipped: ShippedTexts): ErrorTexts {
  const languages = application.model.languages;
  return (code, params, language) => {
    for (const each of [language, languages[0] ?? SHIPPED, SHIPPED]) {
      const texts = { app: application.texts[each], errors: shipped.get('errors')?.get(each) };
      const text = find(code, texts, { params, language: each });
      if (text !== null) return fill(text, params);
    }
    return code;
  };
}

type Params = Readonly<Record<string, Wire>>;

/** Where messages of one language stand: those of the application and those of the runtime. */
interface Sources {
  readonly app: TextTree | undefined;
  readonly errors: TextTree | undefined;
}

/** What chooses between plural forms. */
interface Forms {
  readonly params: Params;
  readonly language: string;
}

function find(code: string, { app, errors }: Sources, forms: Forms): string | null {
  const blocked = code === 'guard_failed' ? blockedText(app, forms) : null;
  if (blocked !== null) return blocked;
  const runtime = pluralAt(errors, [code, 'message'], forms);
  if (runtime !== null) return runtime;
  const [entity = '', rule] = code.split('.');
  const ruled = rule === undefined ? null : pluralAt(app, ['rules', entity, rule, 'message'], forms);
  return ruled ?? pluralAt(app, ['errors', code, 'message'], forms);
}

function blockedText(app: TextTree | undefined, forms: Forms): string | null {
  const { entity, transition } = forms.params;
  if (typeof entity !== 'string' || typeof transition !== 'string') return null;
  return pluralAt(app, ['states', entity, 'transitions', transition, 'blocked'], forms);
}
