import type { TextTree } from '../application.ts';

/** Texts of one language by dotted key. */
export type Flat = Map<string, string>;

interface MutableTree {
  [key: string]: string | MutableTree;
}

/** Nests dotted keys again. */
export function nested(flat: ReadonlyMap<string, string>): TextTree {
  const tree: MutableTree = Object.create(null);
  for (const [key, text] of flat) {
    const path = key.split('.');
    const last = path.pop() ?? '';
    let at = tree;
    for (const step of path) {
      const next = at[step];
      at = typeof next === 'object' ? next : (at[step] = Object.create(null));
    }
    if (typeof at[last] !== 'object') at[last] = text;
  }
  return plain(tree);
}

/** Plain objects again, whatever their keys are called. */
function plain(tree: MutableTree): TextTree {
  const texts: MutableTree = {};
  for (const key in tree) {
    const value = tree[key] ?? '';
    const text = typeof value === 'string' ? value : plain(value);
    if (key === '__proto__') Object.defineProperty(texts, key, { ...OWN, value: text });
    else texts[key] = text;
  }
  return texts;
}

const OWN = { enumerable: true, configurable: true, writable: true } as const;

/** Takes what is neither text nor map, and the second of two texts whose dotted keys are the same. */
export type TellText = (path: readonly string[], wrong: 'no_text' | 'twice') => void;

/** Dotted keys of a tree; a text that is empty is not written yet. */
export function flatten(tree: unknown, path: readonly string[], tell: TellText, into: Flat): void {
  if (tree === '') return; // not written yet: see `ninefold texts`
  if (typeof tree === 'string') {
    const key = path.join('.');
    if (into.has(key)) tell(path, 'twice');
    into.set(key, tree);
  } else if (typeof tree !== 'object' || tree === null || Array.isArray(tree)) tell(path, 'no_text');
  else for (const [key, value] of Object.entries(tree)) flatten(value, [...path, key], tell, into);
}
