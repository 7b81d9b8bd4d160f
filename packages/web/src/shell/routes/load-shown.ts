import { isValidElement } from 'react';
import { matchRoutes, type RouteObject } from 'react-router';
import type { LateScreen } from './late-screen.tsx';

/** Loads the code of what stands at a path, which is the handle of its route. Code that does not come is told of where it is drawn. */
export async function loadShown(routes: RouteObject[], path: string): Promise<void> {
  const elements = (matchRoutes(routes, path) ?? []).map(({ route }): unknown => route.handle);
  await Promise.allSettled(
    elements.map((element) => (isValidElement(element) && isLate(element.type) ? element.type.load() : undefined)),
  );
}

function isLate(type: unknown): type is Pick<LateScreen<never>, 'load'> {
  return typeof type === 'function' && 'load' in type;
}
