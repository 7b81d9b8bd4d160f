import type { Model } from '@ninefold/model';

/** Paths that expressions of the model read of the signed-in user, without the root: `team`, `manager.name`. */
export function readsOfUser(model: Model): readonly string[] {
  const found = new Set<string>();
  collect(model, found);
  return [...found];
}

function collect(value: unknown, found: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  if ('tree' in value && 'reads' in value && Array.isArray(value.reads)) {
    for (const path of value.reads)
      if (typeof path === 'string' && path.startsWith('user.')) found.add(path.slice('user.'.length));
    return;
  }
  for (const inner of Object.values(value)) collect(inner, found);
}
