import { pluralNumber, type Wire } from '@ninefold/model';
import type { TextTree } from '@ninefold/spec';

/** The text at a dotted path, or null. */
export function textAt(tree: TextTree | undefined, path: readonly string[]): string | null {
  let node: string | TextTree | undefined = tree;
  for (const key of path) {
    if (typeof node !== 'object' || !Object.hasOwn(node, key)) return null;
    node = node[key];
  }
  return typeof node === 'string' ? node : null;
}

/** The text at a dotted path, or that of its plural forms (`message_one`, `message_other`) which fits the number in it; null where there is neither. */
export function pluralAt(
  tree: TextTree | undefined,
  path: readonly string[],
  { params, language }: { readonly params: Readonly<Record<string, Wire>>; readonly language: string },
): string | null {
  const plain = textAt(tree, path);
  const formed = (form: string): string | null => textAt(tree, [...path.slice(0, -1), `${path.at(-1) ?? ''}_${form}`]);
  const other = plain === null ? formed('other') : null;
  if (other === null) return plain;
  return formed(new Intl.PluralRules(language).select(pluralNumber(other, params) ?? 1)) ?? other;
}

/** Puts values in place of `{{name}}`; a name without a value stays as it is. */
export function fill(text: string, params: Readonly<Record<string, Wire>>): string {
  return text.replaceAll(/{{\s*([\w.]+)[^}]*}}/g, (whole, name: string) =>
    Object.hasOwn(params, name) ? shown(params[name] ?? null) : whole,
  );
}

function shown(value: Wire): string {
  if (value === null) return '';
  if (Array.isArray(value)) return value.map(shown).join(', ');
  if (typeof value !== 'object') return String(value);
  return 'title' in value && typeof value.title === 'string' ? value.title : '';
}
