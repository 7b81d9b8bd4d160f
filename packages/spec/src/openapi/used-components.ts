import type { Json, JsonSchema } from './json-schema.ts';

const REFERENCE = /"\$ref":"#\/components\/([a-z]+)\/([^"]+)"/gi;

type Components = Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>;

function namesIn(part: Json): readonly string[] {
  return [...JSON.stringify(part).matchAll(REFERENCE)].map(([, kind, name]) => `${kind}/${name}`);
}

/** The components that `paths` needs, directly or through others: what a role may not call is not described to it. */
export function usedComponents(paths: JsonSchema, components: Components): JsonSchema {
  const used = new Set<string>();
  const open = [...namesIn(paths)];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (used.has(name)) continue;
    used.add(name);
    const [kind = '', id = ''] = name.split('/');
    open.push(...namesIn(components[kind]?.[id] ?? {}));
  }
  const kept = Object.entries(components).map(
    ([kind, all]) =>
      [kind, Object.fromEntries(Object.entries(all).filter(([id]) => used.has(`${kind}/${id}`)))] as const,
  );
  return Object.fromEntries(kept);
}
