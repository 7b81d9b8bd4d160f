import type { Screen } from '@ninefold/model';

/** The screens so that the first of two with one address wins: written screens come before standard ones. */
export function bySpecificity(screens: readonly Screen[]): readonly Screen[] {
  const shape = (screen: Screen): string => screen.path.replaceAll(/:[a-z][a-z0-9_]*/g, ':');
  const taken = new Set<string>();
  return screens.filter((screen) => {
    if (taken.has(shape(screen))) return false;
    taken.add(shape(screen));
    return true;
  });
}
