import { NOT_YET_VALUES } from '../../packages/spec/src/index.ts';
import type { Place } from '../../packages/spec/src/language/shape.ts';

/** The key whose values each list of the code holds, and the place of that key. */
const LISTS: Readonly<Record<keyof typeof NOT_YET_VALUES, readonly [place: Place, key: string]>> = {
  members: ['role', 'members'],
  limitTypes: ['limit', 'type'],
};

const LIST_NAMES = Object.keys(LISTS) as readonly (keyof typeof LISTS)[]; // it has no other keys

/** The values that the running version refuses at a place, each as it is written: `members: public`. */
export function notYetValues(place: Place): readonly string[] {
  return LIST_NAMES.flatMap((name) => {
    const [at, key] = LISTS[name];
    return at === place ? NOT_YET_VALUES[name].map((word) => `${key}: ${word}`) : [];
  });
}
