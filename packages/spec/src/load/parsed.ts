import { parseDocument, type Document } from 'yaml';

/** A text as the library reads it, in YAML 1.2, with its errors. */
export function parsed(text: string): Document {
  return parseDocument(text, {
    schema: 'failsafe',
    version: '1.2',
    strict: true,
    uniqueKeys: false, // compared in `parseYaml`: the library would compare every two keys
    merge: false,
    prettyErrors: false,
    logLevel: 'error',
  });
}
