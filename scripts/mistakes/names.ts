import type { NameKind } from '../../packages/spec/src/language/shape.ts';
import type { Occurrence } from '../../packages/spec/src/inspect/symbols.ts';
import type { Spot } from '../../packages/spec/src/located.ts';
import type { Edit, Kind } from './planted.ts';
import { capitalised, lacking, swapped } from './spelling.ts';
import { at, linesOf, textOf, type Pair, type Written } from './written.ts';

type Random = Parameters<Kind['edits']>[1];

/** Names that something else declares, as they are written. */
function names({ visits, occurrences }: Written, of: readonly NameKind[]): readonly Spot[] {
  const known = new Set(occurrences.map(({ spot }) => at(spot)));
  return visits.flatMap((one) =>
    one.what === 'name' && of.includes(one.of) && known.has(at(one.spot)) ? [one.spot] : [],
  );
}

function renaming(name: string, of: readonly NameKind[], change: (word: string, random: Random) => string): Kind {
  return {
    name,
    edits: (written, random) => {
      const declared = new Set(written.visits.flatMap((one) => (one.what === 'id' ? [one.text] : [])));
      return names(written, of).flatMap((spot): readonly Edit[] => {
        const put = change(textOf(spot), random);
        return declared.has(put) || put === textOf(spot) ? [] : [{ spot, put }];
      });
    },
  };
}

const FIELDS: readonly NameKind[] = ['field', 'column'];
const ALL: readonly NameKind[] = [...FIELDS, 'entity', 'role', 'state', 'screen', 'error', 'page', 'field_or_group'];

/** A thing that is declared once, with the places that name it. */
interface Declared {
  readonly pair: Pair;
  readonly uses: readonly Spot[];
}

function declaredIn({ pairs, occurrences }: Written): readonly Declared[] {
  const bySymbol = Map.groupBy(occurrences, ({ symbol }) => symbol);
  return [...bySymbol].flatMap(([symbol, all]): readonly Declared[] => {
    const [declaration, ...others] = all.filter(({ declares }) => declares);
    const pair = pairs.find(({ keySpot }) => declaration !== undefined && at(keySpot) === at(declaration.spot));
    const uses = all.filter(({ declares }) => !declares).map(({ spot }) => spot);
    const isStandard = symbol.startsWith('screen ') && bySymbol.has(symbol.replace('screen ', 'entity '));
    return pair && others.length === 0 && uses.length > 0 && !isStandard && pair.key !== 'user' ? [{ pair, uses }] : [];
  });
}

/** Where something is named that these lines declare, such as the other direction of a reference. */
function usesOfInner({ occurrences }: Written, { source, start, end }: Spot): readonly Spot[] {
  const isIn = ({ spot }: Occurrence): boolean =>
    spot.source.path === source.path && spot.start >= start && spot.end <= end;
  const inner = new Set(occurrences.filter((one) => one.declares && isIn(one)).map(({ symbol }) => symbol));
  return occurrences.filter((one) => !one.declares && inner.has(one.symbol)).map(({ spot }) => spot);
}

/** What is declared under an id, but for `user` and `create`: under another name they are something else. */
function isThing({ kind, key, value }: Pair): boolean {
  if (kind === 'limit' && value.kind === 'scalar') return false; // of the runtime: another id is another limit
  return kind !== null && kind !== 'term' && key !== 'user' && key !== 'create';
}

/** An id that cannot be one. */
function ids(name: string, change: (id: string) => string): Kind {
  return {
    name,
    edits: ({ pairs }) =>
      pairs.flatMap((pair) => {
        const put = change(pair.key);
        return isThing(pair) && put !== pair.key ? [{ spot: pair.keySpot, put }] : [];
      }),
  };
}

/** Mistakes in names and ids. */
export const NAME_KINDS: readonly Kind[] = [
  renaming('a field with two letters swapped', FIELDS, swapped),
  renaming('a field that lacks a letter', FIELDS, lacking),
  renaming('a field behind record', FIELDS, (word) => `record.${word}`),
  renaming('an entity with two letters swapped', ['entity'], swapped),
  renaming('an entity in the plural', ['entity'], (word) => `${word}s`),
  renaming('a role with two letters swapped', ['role'], swapped),
  renaming('a state with two letters swapped', ['state'], swapped),
  renaming('a state of nothing', ['state'], () => 'elsewhere'),
  renaming('a screen with two letters swapped', ['screen'], swapped),
  renaming('a name with a capital', ALL, capitalised),
  renaming('a name in round quotes', ALL, (word) => `“${word}”`),
  renaming('a name as it is shown', ALL, (word) => capitalised(word.replaceAll('_', ' ')).concat(' name')),
  ids('an id with a hyphen', (id) => `${id}-no`),
  ids('an id with a capital', capitalised),
  ids('an id with a space', (id) => `my ${id}`),
  ids('an id that begins with a digit', (id) => `2${id}`),
  ids('an id with a letter beyond ASCII', (id) => `${id}é`),
  {
    name: 'an id that is reserved',
    edits: (written) => {
      const used = new Set(declaredIn(written).map(({ pair }) => pair));
      const free = written.pairs.filter((pair) => isThing(pair) && !used.has(pair));
      return free.map(({ keySpot }) => ({ spot: keySpot, put: 'state' }));
    },
  },
  {
    name: 'a declaration with two letters swapped',
    edits: (written, random) =>
      declaredIn(written).map(({ pair, uses }) => ({ spot: pair.keySpot, put: swapped(pair.key, random), near: uses })),
    mayBeRight: true,
  },
  {
    name: 'a declaration that is dropped',
    edits: (written) =>
      declaredIn(written).flatMap(({ pair, uses }): readonly Edit[] => {
        const lines = linesOf(pair);
        if (lines === null || pair.map.entries.size < 2) return [];
        return [{ spot: lines, put: '', near: [...uses, ...usesOfInner(written, lines)] }];
      }),
    mayBeRight: true,
  },
];
