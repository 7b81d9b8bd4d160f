import { RUNTIME_ERRORS, type ErrorEntry, type Model, type Wire } from '@ninefold/model';
import type { TextTree } from '@ninefold/spec';
import type { ServedApplication } from '../specification/served.ts';
import type { ShippedTexts } from './shipped-texts.ts';
import { fill, textAt } from './texts.ts';

/** The language in which the runtime's own texts are always whole. */
const SHIPPED = 'en';

/** The entry of the catalogue with this id: the specification's own, or the runtime's. */
export function catalogueEntry(model: Model, code: string): ErrorEntry | null {
  if (Object.hasOwn(model.errors, code)) return model.errors[code] ?? null;
  return Object.hasOwn(RUNTIME_ERRORS, code) ? (RUNTIME_ERRORS[code] ?? null) : null;
}

/** Renders the message of an error in a language. */
export type ErrorTexts = (code: string, params: Readonly<Record<string, Wire>>, language: string) => string;

/** Messages of this application; where a language lacks one, that of the source language, then English, then the code itself. */
export function createErrorTexts(application: ServedApplication, shipped: ShippedTexts): ErrorTexts {
  const languages = application.model.languages;
  return (code, params, language) => {
    for (const each of [language, languages[0] ?? SHIPPED, SHIPPED]) {
      const text = find(code, params, application.texts[each], shipped.get('errors')?.get(each));
      if (text !== null) return fill(text, params);
    }
    return code;
  };
}

type Params = Readonly<Record<string, Wire>>;

function find(code: string, params: Params, app: TextTree | undefined, errors: TextTree | undefined): string | null {
  const blocked = code === 'guard_failed' ? blockedText(params, app) : null;
  if (blocked !== null) return blocked;
  const runtime = textAt(errors, [code, 'message']);
  if (runtime !== null) return runtime;
  const [entity = '', rule] = code.split('.');
  const ruled = rule === undefined ? null : textAt(app, ['rules', entity, rule, 'message']);
  return ruled ?? textAt(app, ['errors', code, 'message']);
}

function blockedText({ entity, transition }: Params, app: TextTree | undefined): string | null {
  if (typeof entity !== 'string' || typeof transition !== 'string') return null;
  return textAt(app, ['states', entity, 'transitions', transition, 'blocked']);
}
