import type { Wire } from '@ninefold/model';
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

/** Puts values in place of `{{name}}`; a name without a value stays as it is. */
export function fill(text: string, params: Readonly<Record<string, Wire>>): string {
  return text.replaceAll(/{{\s*(\w+)[^}]*}}/g, (whole, name: string) =>
    Object.hasOwn(params, name) ? shown(params[name] ?? null) : whole,
  );
}

function shown(value: Wire): string {
  if (value === null) return '';
  if (Array.isArray(value)) return value.map(shown).join(', ');
  if (typeof value !== 'object') return String(value);
  return 'title' in value && typeof value.title === 'string' ? value.title : '';
}
