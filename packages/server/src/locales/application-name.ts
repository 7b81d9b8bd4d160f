import type { ServedApplication } from '../specification/served.ts';
import { languageOrder } from './labels.ts';
import { textAt } from './texts.ts';

/** The name of the application in a language, else in the first that has one, else as the specification writes it. */
export function nameIn(application: Pick<ServedApplication, 'model' | 'texts'>, language: string): string {
  const named = languageOrder(application, language)
    .map((one) => textAt(application.texts[one], ['purpose', 'name']))
    .find((text) => text !== null);
  return named ?? application.model.name;
}
