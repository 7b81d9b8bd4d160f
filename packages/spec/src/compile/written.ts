import type { Model } from '@ninefold/model';
import { positionOf } from '../located.ts';
import type { Context } from './reading/context.ts';

/** The kinds of things that can refuse something. */
const KINDS: ReadonlySet<string> = new Set([
  ...['entity', 'field', 'state', 'transition', 'rule'],
  ...['role', 'grant', 'error', 'limit'],
]);

/** File and line of everything that can refuse something: `rule ticket.cost_shown` is at `service-desk/rules.yaml:12`. */
export function writtenPlaces({ spots }: Context): Model['written'] {
  const places: Record<string, string> = {};
  for (const [key, { source, start }] of spots) {
    if (KINDS.has(key.slice(0, key.indexOf(' ')))) places[key] = `${source.path}:${positionOf(source, start).line}`;
  }
  return places;
}
