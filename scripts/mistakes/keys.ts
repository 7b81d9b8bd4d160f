import { keysOf } from '../../packages/spec/src/language/keys-of.ts';
import type { Place } from '../../packages/spec/src/language/shape.ts';
import type { Edit, Kind } from './planted.ts';
import { camelCased, capitalised, lacking, stuttering, swapped } from './spelling.ts';
import { linesOf, textOf, type Pair, type Written } from './written.ts';

type Key = Pair & { readonly place: Place };

/** The keys of the language that are written. */
function keysIn({ pairs }: Written): readonly Key[] {
  return pairs.filter(
    (pair): pair is Key => pair.place !== null && keysOf(pair.place).some(({ key }) => key === pair.key),
  );
}

/** The key under another name, unless that is one of its place too. */
function renamed(pair: Key, put: string): readonly Edit[] {
  const isKnown = put === pair.key || keysOf(pair.place).some(({ key }) => key === put);
  return isKnown ? [] : [{ spot: pair.keySpot, put }];
}

function renaming(name: string, change: (key: string, random: Parameters<Kind['edits']>[1]) => string): Kind {
  return {
    name,
    edits: (written, random) => keysIn(written).flatMap((pair) => renamed(pair, change(pair.key, random))),
  };
}

/** Words of other products for keys of the language. */
const OTHER_KEYS: Readonly<Record<string, string>> = {
  ...{ required: 'mandatory', options: 'values', default: 'defaultValue', to: 'target', computed: 'formula' },
  ...{ where: 'filter', when: 'condition', from: 'source', set: 'assign', path: 'url', visible_when: 'show_if' },
  ...{ required_when: 'required_if', inverse: 'related_name', on_delete: 'ondelete', read_only: 'readonly' },
  ...{ search: 'searchable', final: 'is_final', includes: 'extends', sort: 'order_by', check: 'validate' },
  ...{ unique: 'is_unique', immutable: 'frozen', fields: 'attributes', transitions: 'actions', title: 'display' },
  ...{ initial: 'start', states: 'statuses', columns: 'cols', reaction: 'display', entities: 'models' },
  ...{ screens: 'pages', roles: 'permissions', limits: 'constants', only: 'include', preset: 'defaults' },
  ...{ read: 'view', update: 'edit', delete: 'remove', max: 'maximum', min: 'minimum', blocks: 'widgets' },
};

/** The keys without which a map of its kind is none. */
const NEEDED: Partial<Readonly<Record<Place, readonly string[]>>> = {
  ...{ field: ['type', 'to', 'options'], lineField: ['type'], inputField: ['type', 'options', 'to'] },
  ...{ lifecycle: ['initial'], transition: ['to', 'from'], screen: ['list', 'record', 'form', 'page', 'blocks'] },
  ...{ rule: ['check', 'reject_when', 'never'], block: ['count', 'list'], noOverlap: ['from', 'to'], branch: ['to'] },
  ...{ root: ['ninefold'], limit: ['type'] },
};

/** Without a key and its value. */
function dropped(pair: Pair): readonly Edit[] {
  const near = [pair.map.spot, ...(pair.parent ? [pair.parent.keySpot] : [])];
  const lines = linesOf(pair);
  if (lines !== null) return pair.map.entries.size > 1 ? [{ spot: lines, put: '', near }] : [];
  if (!pair.isFlow || pair.map.entries.size === 1) return []; // a field `{}` is a text
  const { source } = pair.keySpot;
  const [before] = /,\s*$/.exec(source.text.slice(0, pair.keySpot.start)) ?? [''];
  const [after] = /^\s*,\s*/.exec(source.text.slice(pair.value.spot.end)) ?? [''];
  const start = pair.keySpot.start - (after === '' ? before.length : 0);
  return [{ spot: { source, start, end: pair.value.spot.end + after.length }, put: '', near }];
}

/** A key and its value twice. */
function doubled(pair: Pair): readonly Edit[] {
  const lines = linesOf(pair);
  if (lines !== null) return [{ spot: lines, put: `${textOf(lines)}${textOf(lines)}` }];
  if (!pair.isFlow) return [];
  const spot = { ...pair.keySpot, end: pair.value.spot.end };
  return [{ spot, put: `${textOf(spot)}, ${textOf(spot)}` }];
}

function cut({ keySpot, value, parent }: Pair, put: string): readonly Edit[] {
  const near = parent ? [parent.keySpot] : []; // of a key that has no other one, the text is the value of its parent
  return value.kind === 'scalar' ? [{ spot: { ...keySpot, end: value.spot.end }, put, near }] : [];
}

/** Keys that hardly any kind of map has. */
const STRANGE = ['locked', 'initial', 'reject_when', 'on_delete', 'layouts', 'members'];

function strange(pair: Key): readonly Edit[] {
  const key = STRANGE.find((one) => !keysOf(pair.place).some((known) => known.key === one));
  if (!pair.isFlow || key === undefined) return [];
  return [{ spot: { ...pair.keySpot, end: pair.keySpot.start }, put: `${key}: true, ` }];
}

/** Mistakes in keys. */
export const KEY_KINDS: readonly Kind[] = [
  renaming('a key with two letters swapped', swapped),
  renaming('a key that lacks a letter', lacking),
  renaming('a key with a letter twice', stuttering),
  renaming('a key with a capital', capitalised),
  renaming('a key in camel case', camelCased),
  renaming('a key with hyphens', (key) => key.replaceAll('_', '-')),
  renaming('a key in the plural', (key) => `${key}s`),
  renaming('a key of another product', (key) => OTHER_KEYS[key] ?? key),
  {
    name: 'a key that belongs elsewhere',
    edits: (written) => keysIn(written).flatMap(strange),
  },
  {
    name: 'a key that has to be there is dropped',
    edits: (written) =>
      keysIn(written).flatMap((pair) => (NEEDED[pair.place]?.includes(pair.key) ? dropped(pair) : [])),
  },
  { name: 'a key and its value twice', edits: ({ pairs }) => pairs.flatMap(doubled) },
  { name: 'a key without its value', edits: ({ pairs }) => pairs.flatMap((pair) => cut(pair, `${pair.key}:`)) },
  {
    name: 'no space after the colon',
    edits: ({ pairs }) =>
      pairs.flatMap((pair) =>
        pair.value.kind === 'scalar' ? cut(pair, `${pair.key}:${textOf(pair.value.spot)}`) : [],
      ),
  },
  {
    name: 'no colon after the key',
    edits: ({ pairs }) =>
      pairs.flatMap((pair) =>
        pair.value.kind === 'scalar' ? cut(pair, `${pair.key} ${textOf(pair.value.spot)}`) : [],
      ),
  },
  {
    name: '“=” for the colon',
    edits: ({ pairs }) =>
      pairs.flatMap((pair) =>
        pair.value.kind === 'scalar' ? cut(pair, `${pair.key} = ${textOf(pair.value.spot)}`) : [],
      ),
  },
];
