import type { Model } from '../ir/model.ts';
import type { Role } from '../ir/role.ts';
import type { Screen } from '../ir/screen.ts';

/**
 * The screen that somebody with these roles comes to first: the `home` of the first of the roles, as written, that has one
 * open to them. A role comes before those that it includes, and these before roles that everybody has. Null: none says.
 */
export function homeOf({ roles, screens }: Pick<Model, 'roles' | 'screens'>, held: readonly string[]): Screen | null {
  const homes = inOrder(Object.values(roles).filter(({ id }) => held.includes(id))).map(({ home }) => home);
  const open = homes.flatMap((home) => screens.find(({ id }) => id === home) ?? []);
  return open[0] ?? null;
}

function inOrder(held: readonly Role[]): readonly Role[] {
  const isCommon = ({ members }: Role): boolean => members === 'everyone';
  const included = new Set(held.filter((role) => !isCommon(role)).flatMap(({ includes }) => includes));
  const found = new Set(held.filter((role) => !isCommon(role) && !included.has(role.id)));
  for (const { includes } of found)
    for (const role of held) if (includes.includes(role.id) && !isCommon(role)) found.add(role);
  return [...found, ...held.filter((role) => !found.has(role))];
}
