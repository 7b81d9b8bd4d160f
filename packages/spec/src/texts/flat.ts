import type { TextTree } from '../application.ts';

/** Texts of one language by dotted key. */
export type Flat = Map<string, string>;

interface MutableTree {
  [key: string]: string | MutableTree;
}

/** Nests dotted keys again. */
export function nested(flat: ReadonlyMap<string, string>): TextTree {
  const tree: MutableTree = Object.create(null) as MutableTree;
  for (const [key, text] of flat) {
    const path = key.split('.');
    const last = path.pop() ?? '';
    let at = tree;
    for (const step of path) {
      const next = at[step];
      at = typeof next === 'object' ? next : (at[step] = Object.create(null) as MutableTree);
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
    const text = typeof value === 'string' ? value : (plain(value) as MutableTree);
    if (key === '__proto__') Object.defineProperty(texts, key, { ...OWN, value: text });
    else texts[key] = text;
  }
  return texts;
}

const OWN = { enumerable: true, configurable: true, writable: true } as const;

/** Dotted keys of a tree; `bad` is told of every value that is neither text nor map. */
export function flatten(
  tree: unknown,
  path: readonly string[],
  bad: (path: readonly string[]) => void,
  into: Flat,
): void {
  if (typeof tree === 'string') into.set(path.join('.'), tree);
  else if (typeof tree !== 'object' || tree === null || Array.isArray(tree)) bad(path);
  else for (const [key, value] of Object.entries(tree)) flatten(value, [...path, key], bad, into);
}
