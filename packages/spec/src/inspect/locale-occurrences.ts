import type { SourceFile } from '../application.ts';
import type { LocatedMap, Spot } from '../located.ts';
import { sourceText } from '../located.ts';
import { parseYaml } from '../load/parse-yaml.ts';
import type { Occurrence } from './symbols.ts';

/** What the ids on the path of a text declare: `*` is an id, and each symbol is made of the ids before it. */
const PATHS: readonly (readonly [path: string, kind: string])[] = [
  ['entities.user.fields.roles.options.*', 'role'],
  ['entities.*', 'entity'],
  ['entities.*.fields.*', 'field'],
  ['entities.*.fields.*.options.*', 'option'],
  ['entities.*.fields.*.fields.*', 'field'],
  ['entities.*.fields.*.fields.*.options.*', 'option'],
  ['entities.*.groups.*', 'group'],
  ['states.*', 'entity'],
  ['states.*.states.*', 'state'],
  ['states.*.transitions.*', 'transition'],
  ['states.*.transitions.*.input.*', 'input'],
  ['states.*.transitions.*.input.*.options.*', 'option'],
  ['rules.*', 'entity'],
  ['rules.*.*', 'rule'],
  ['roles.*', 'role'],
  ['screens.*', 'screen'],
  ['screens.*.blocks.*', 'block'],
  ['screens.*.sections.*', 'section'],
  ['menu.*', 'menu'],
  ['errors.*', 'error'],
  ['limits.*', 'limit'],
  ['purpose.terms.*', 'term'],
  ['purpose.audience.*', 'term'],
];

/** The ids in the keys of locale files. */
export function localeOccurrences(files: readonly SourceFile[]): readonly Occurrence[] {
  return files.flatMap(({ path, text }) => {
    if (!/^locales\/[^/]+\/.*\.json$/.test(path)) return [];
    const map = parseYaml(sourceText(path, text), () => undefined);
    return map === null ? [] : keysBelow(map, []);
  });
}

function keysBelow(map: LocatedMap, path: readonly string[]): readonly Occurrence[] {
  return [...map.entries].flatMap(([key, { keySpot, value }]) => {
    const here = [...path, key];
    const found = PATHS.find(([pattern]) => fits(pattern.split('.'), here));
    const own = found ? [{ symbol: symbolOf(found, here), spot: keyText(keySpot, key), declares: false }] : [];
    return [...own, ...(value.kind === 'map' ? keysBelow(value, here) : [])];
  });
}

function fits(pattern: readonly string[], path: readonly string[]): boolean {
  return pattern.length === path.length && pattern.every((part, index) => part === '*' || part === path[index]);
}

function symbolOf([pattern, kind]: readonly [string, string], path: readonly string[]): string {
  const ids = path.filter((_, index) => pattern.split('.')[index] === '*');
  return `${kind} ${ids.join('.')}`;
}

function keyText(spot: Spot, key: string): Spot {
  const quoted = spot.end - spot.start === key.length + 2;
  return quoted ? { ...spot, start: spot.start + 1, end: spot.end - 1 } : spot;
}
