/** Paths that expressions of a model or of a part of it read of a variable, without it: of `user` `team`, `manager.name`. */
export function readsOf(model: object, variable: string): readonly string[] {
  const found = new Set<string>();
  collect(model, `${variable}.`, found);
  return [...found];
}

function collect(value: unknown, root: string, found: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  if ('tree' in value && 'reads' in value && Array.isArray(value.reads)) {
    for (const path of value.reads)
      if (typeof path === 'string' && path.startsWith(root)) found.add(path.slice(root.length));
    return;
  }
  for (const inner of Object.values(value)) collect(inner, root, found);
}
