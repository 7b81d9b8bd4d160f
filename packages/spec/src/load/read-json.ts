import type { Report } from '../issues/report.ts';
import { jsonBreak } from './json-break.ts';
import { jsonTwice } from './json-twice.ts';
import type { SourceText } from './located.ts';

/** Reads a file of JSON; null where it is broken. That, and every key that stands twice, is reported at its place. */
export function readJson(source: SourceText, report: Report): { readonly value: unknown } | null {
  try {
    const value = JSON.parse(source.text) as unknown;
    for (const { key, start, end } of jsonTwice(source.text)) report('NF0005', { source, start, end }, { key });
    return { value };
  } catch {
    const at = jsonBreak(source.text);
    report('NF1101', { source, start: at, end: at + 1 }, { found: source.text.slice(at, at + 1) });
    return null;
  }
}
