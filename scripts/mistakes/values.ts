import { shapeOf } from '../../packages/spec/src/language/keys-of.ts';
import type { Shape } from '../../packages/spec/src/language/shape.ts';
import type { Edit, Kind } from './planted.ts';
import { capitalised, lacking, swapped } from './spelling.ts';
import { at, textOf, type Pair, type Written } from './written.ts';

/** Values in place of the plain text of keys. */
function values(written: Written, put: (pair: Pair, text: string) => string | null): readonly Edit[] {
  return written.pairs.flatMap((pair): readonly Edit[] => {
    if (pair.value.kind !== 'scalar' || pair.place === null) return [];
    const wrong = put(pair, textOf(pair.value.spot));
    return wrong === null || wrong === textOf(pair.value.spot) ? [] : [{ spot: pair.value.spot, put: wrong }];
  });
}

/** Where a value of this kind alone may stand. */
function withShape(is: Shape['is'], put: (text: string, shape: Shape, pair: Pair) => string | null): Kind['edits'] {
  return (written) =>
    values(written, (pair, text) => {
      const shape = pair.place === null ? null : shapeOf(pair.place, pair.key);
      return shape?.is === is ? put(text, shape, pair) : null;
    });
}

function words(name: string, change: (word: string, random: Parameters<Kind['edits']>[1]) => string): Kind {
  return {
    name,
    edits: (written, random) =>
      withShape('word', (text, shape) => {
        const put = change(text, random);
        return shape.is === 'word' && !shape.words.includes(put) ? put : null;
      })(written, random),
  };
}

/** Types of other products, by the type that is meant. */
const OTHER_TYPES: Readonly<Record<string, string>> = {
  ...{ string: 'varchar', text: 'textarea', integer: 'int', number: 'decimal', money: 'currency', boolean: 'bool' },
  ...{ date: 'day', datetime: 'timestamp', reference: 'many2one', references: 'many2many', choice: 'select' },
  ...{ lines: 'one2many', sequence: 'autonumber', choices: 'multiselect' },
};

/** Literals that no value of a type is. */
const NO_VALUES: Readonly<Record<string, string>> = {
  ...{ integer: 'many', number: 'much', money: 'a lot', boolean: 'maybe', date: 'tomorrow', datetime: 'soon' },
  ...{ reference: 'somebody', duration: 'long', time: 'noon' },
};

function typeOf({ map }: Pair): string {
  const type = map.entries.get('type')?.value;
  return type?.kind === 'scalar' ? type.text : '';
}

function isField({ place }: Pair): boolean {
  return place === 'field' || place === 'lineField' || place === 'inputField';
}

/** What a key of this name has at the places of this kind. */
function textAt(place: Pair['place'], key: string, put: string | ((text: string) => string | null)): Kind['edits'] {
  return (written) =>
    values(written, (pair, text) => {
      if (pair.place !== place || pair.key !== key) return null;
      return typeof put === 'string' ? put : put(text);
    });
}

/** The items of lists under a key. */
function items(written: Written, key: string): readonly Pair['value'][] {
  return written.pairs.flatMap((pair) => (pair.key === key && pair.value.kind === 'list' ? pair.value.items : []));
}

/** Options that something names, so that a default is known to be one. */
function defaults(written: Written): readonly Edit['spot'][] {
  const named = new Set(written.occurrences.flatMap((one) => (one.symbol.startsWith('option ') ? [at(one.spot)] : [])));
  return written.pairs.flatMap(({ key, value }) =>
    key === 'default' && named.has(at(value.spot)) ? [value.spot] : [],
  );
}

/** A key added to a field of one of these types, which cannot have it. */
function added(types: readonly string[], text: string): Kind['edits'] {
  return ({ pairs }) =>
    pairs.flatMap((pair): readonly Edit[] => {
      const isMeant = pair.key === 'type' && pair.place === 'field' && pair.isFlow && types.includes(typeOf(pair));
      const key = /^\w+/.exec(text)?.[0] ?? '';
      return isMeant && !pair.map.entries.has(key)
        ? [{ spot: { ...pair.keySpot, end: pair.keySpot.start }, put: text }]
        : [];
    });
}

/** Mistakes in literal values. */
export const VALUE_KINDS: readonly Kind[] = [
  words('a word with two letters swapped', swapped),
  words('a word that lacks a letter', lacking),
  words('a word with a capital', capitalised),
  {
    name: 'a type of another product',
    edits: textAt('field', 'type', (text) => OTHER_TYPES[text] ?? null),
  },
  { name: '“yes” for true', edits: withShape('flag', (text) => (text === 'true' ? 'yes' : 'no')) },
  { name: 'true in quotes', edits: withShape('flag', (text) => `"${text}"`) },
  { name: 'True with a capital', edits: withShape('flag', (text) => capitalised(text)) },
  { name: '1 for true', edits: withShape('flag', (text) => (text === 'true' ? '1' : '0')) },
  { name: 'a number in words', edits: withShape('whole', () => 'some') },
  {
    name: 'a number out of bounds',
    edits: withShape('whole', (_, shape) => (shape.is === 'whole' ? String(shape.max + 1) : null)),
  },
  {
    name: 'a default of another type',
    edits: (written) =>
      values(written, (pair) => (isField(pair) && pair.key === 'default' ? (NO_VALUES[typeOf(pair)] ?? null) : null)),
  },
  {
    name: 'a bound of another type',
    edits: (written) =>
      values(written, (pair) => {
        if (!isField(pair) || (pair.key !== 'min' && pair.key !== 'max')) return null;
        return NO_VALUES[typeOf(pair)] ?? 'long';
      }),
  },
  {
    name: 'a default that is no option',
    edits: (written, random) => defaults(written).map((spot) => ({ spot, put: swapped(textOf(spot), random) })),
  },
  {
    name: 'an option twice',
    edits: (written) =>
      items(written, 'options').map(({ spot }) => ({ spot, put: `${textOf(spot)}, ${textOf(spot)}` })),
  },
  {
    name: 'an option with a space',
    edits: (written) => items(written, 'options').map(({ spot }) => ({ spot, put: `very ${textOf(spot)}` })),
  },
  { name: 'a path without its slash', edits: textAt('screen', 'path', (text) => text.replace(/^\/(?=.)/, '')) },
  { name: 'the path of a record without :id', edits: textAt('screen', 'path', (text) => text.replace(/\/:id$/, '')) },
  { name: 'a path of the runtime', edits: textAt('screen', 'path', (text) => `/api${text}`) },
  { name: 'a currency that is none', edits: textAt('purpose', 'currency', 'Euro') },
  { name: 'a time zone that is none', edits: textAt('purpose', 'time_zone', (text) => text.replace('/', ' ')) },
  { name: 'another version of the language', edits: textAt('root', 'ninefold', '2') },
  { name: 'a status that is no error', edits: textAt('error', 'status', '200') },
  {
    name: 'a limit that is none of its type',
    edits: (written) =>
      values(written, (pair) =>
        pair.place === 'limit' && pair.key === 'value' && typeOf(pair) !== 'reference'
          ? (NO_VALUES[typeOf(pair)] ?? null)
          : null,
      ),
  },
  { name: 'a pattern that is not closed', edits: added(['string'], 'pattern: "[A-Z", ') },
  { name: 'decimals of a text', edits: added(['string', 'text'], 'scale: 2, ') },
  { name: 'options of a number', edits: added(['integer', 'money', 'date'], 'options: [low, high], ') },
  { name: 'a target of a text', edits: added(['string', 'text', 'integer'], 'to: user, ') },
  { name: 'a list that is unique', edits: added(['references', 'lines', 'choices'], 'unique: true, ') },
];
