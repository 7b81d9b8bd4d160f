import { isList, isMap, shownPath, type Wire } from '@ninefold/model';
import type { Assignment } from './world.ts';

/** What the place says already. */
const GIVEN = /^(?:before\..*|transition|creating|record\.state)$/;

/** The values of an example, as an author would write them: `record.cost = 10, record.requester = user, record.team = team A`. */
export function exampleText(example: Assignment): string {
  const isNobody = ([path, value]: readonly [string, Wire]): boolean =>
    path.startsWith('record.did.') && isList(value) && value.length === 0;
  const free = [...example].filter((one) => !GIVEN.test(one[0]) && !isNobody(one));
  const chosen = free.length > 0 ? free : [...example].filter(([path]) => !path.startsWith('before.'));
  const name = namer();
  return chosen.map(([path, value]) => `${shownPath(path)} = ${valueText(value, name)}`).join(', ');
}

function valueText(value: Wire, name: (id: string) => string): string {
  if (value === null) return 'blank';
  if (isList(value)) return `[${value.map((item) => valueText(item, name)).join(', ')}]`;
  return isMap(value) ? name(String(value['id'] ?? '')) : String(value);
}

/** `user` for the acting user, `team A` and `team B` for records that are only distinct. */
function namer(): (id: string) => string {
  const names = new Map<string, string>([['user 1', 'user']]);
  return (id) => {
    const entity = id.split(' ')[0] ?? '';
    const known = names.get(id) ?? `${entity} ${String.fromCharCode(65 + (names.size - 1))}`;
    names.set(id, known);
    return known;
  };
}
