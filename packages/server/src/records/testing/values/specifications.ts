import fc from 'fast-check';

/** A specification with random values over others, and what its random part is. */
export interface Specification {
  readonly yaml: string;
  readonly fields: Readonly<Record<string, readonly string[]>>;
}

/** What a list gives to a function over it, of records called `x`. */
interface Items {
  readonly numbers: readonly string[];
  readonly conditions: readonly string[];
  readonly ordered: readonly string[];
}

const PARTS: Items = {
  numbers: ['x.n', 'x.n * 2', 'x.twice', 'x.thing.base'],
  conditions: [
    'x.n > 2',
    'x.ok',
    'x.note == "a"',
    '!x.ok && x.twice < 9',
    'x.thing.name == "T1"',
    'filled(x.note)',
    'x.state == "few"',
  ],
  ordered: ['x.n', 'x.note', 'x.day'],
};
const ITEMS: Items = {
  numbers: ['x.base', 'x.amount', 'x.amount + x.base', 'x.roll0', 'x.size', 'x.of_group'],
  conditions: [
    'x.base > 3',
    'x.done',
    'x.state == "sent"',
    'x.name == "T2"',
    'x.amount > 5 || x.done',
    'x.owner.name == "Ann"',
  ],
  ordered: ['x.base', 'x.name', 'x.amount', 'x.day'],
};

/** A function over a list of the record, in places where it can be kept and in others where it cannot. */
function overList(
  list: string,
  items: Items,
  own: string,
): fc.Arbitrary<{ readonly type: string; readonly computed: string }> {
  const source = fc.oneof(
    { weight: 2, arbitrary: fc.constant(list) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...items.conditions).map((condition) => `${list}.filter(x, ${condition})`),
    },
  );
  const number = fc
    .tuple(source, fc.constantFrom('sum', 'avg', 'min', 'max'), fc.constantFrom(...items.numbers))
    .map(([from, fn, value]) => `${fn}(${from}.map(x, ${value}))`);
  const count = source.map((from) => `size(${from})`);
  const verdict = fc
    .tuple(source, fc.constantFrom('exists', 'all', 'exists_one'), fc.constantFrom(...items.conditions))
    .map(([from, fn, condition]) => `${from}.${fn}(x, ${condition})`);
  const extreme = fc
    .tuple(source, fc.constantFrom('min', 'max'), fc.constantFrom(...items.ordered))
    .map(([from, fn, value]) => ({ value, computed: `${fn}(${from}.map(x, ${value}))` }));
  const numeric = fc.oneof(number, count);
  return fc.oneof(
    { weight: 4, arbitrary: numeric.map((computed) => ({ type: 'number, scale: 4', computed })) },
    { weight: 2, arbitrary: verdict.map((computed) => ({ type: 'boolean', computed })) },
    { weight: 1, arbitrary: extreme.map(({ value, computed }) => ({ type: typeOf(value), computed })) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(numeric, numeric)
        .map(([a, b]) => ({ type: 'number, scale: 4', computed: `or_else(${a}, 0) - or_else(${b}, 0) * ${own}` })),
    },
    {
      weight: 1,
      arbitrary: verdict.map((v) => ({ type: 'number, scale: 4', computed: `${v} ? ${own} : 0 - ${own}` })),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(...items.numbers)
        .map((v) => ({ type: 'number, scale: 4', computed: `sum(${list}.map(x, ${v} * ${own}))` })),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(...items.numbers)
        .map((v) => ({ type: 'number, scale: 4', computed: `first(${list}.map(x, ${v}))` })),
    },
  );
}

function typeOf(value: string): string {
  return value === 'x.day' ? 'date' : value === 'x.note' || value === 'x.name' ? 'string' : 'number, scale: 4';
}

function written(prefix: string, all: readonly { readonly type: string; readonly computed: string }[]): string {
  return all
    .map(({ type, computed }, index) => `      ${prefix}${String(index)}: { type: ${type}, computed: '${computed}' }\n`)
    .join('');
}

/** Conditions of the derived states of a part and of a group, over their own fields and over other records. */
const PART_IS_FEW = ['record.n < 3', 'record.twice < 9 && !record.ok', 'record.thing.base > 4', 'record.thing.done'];
const GROUP_IS_BUSY = [
  'record.things.exists(x, x.state == "sent")',
  'size(record.things) > 1',
  'sum(record.things.map(x, x.base)) > 9',
  'record.above.base > 2',
  'record.people_count > 0 || record.base > 5',
];

/** Three levels of records: parts of things, things in groups, groups in a tree. */
export const specifications: fc.Arbitrary<string> = fc
  .record({
    rolls: fc.array(overList('record.parts', PARTS, 'record.base'), { minLength: 1, maxLength: 4 }),
    groups: fc.array(overList('record.things', ITEMS, 'record.base'), { minLength: 1, maxLength: 4 }),
    tagged: fc.array(overList('record.tagging', ITEMS, 'record.base'), { maxLength: 2 }),
    children: fc.constantFrom(
      'size(record.children)',
      'sum(record.children.map(x, x.base))',
      'record.children.exists(x, x.base > 2)',
    ),
    few: fc.constantFrom(...PART_IS_FEW),
    busy: fc.constantFrom(...GROUP_IS_BUSY),
    trash: fc.boolean(),
  })
  .map(({ rolls, groups, tagged, children, few, busy, trash }) => {
    const type = children.includes('exists') ? 'boolean' : 'number';
    return `ninefold: 1
purpose: { name: values, languages: [en] }
entities:
  user:
    title: name
    key: email
    fields:
      team: { type: reference, to: group, inverse: people }
  group:
    title: name
    key: name
    fields:
      name: { type: string, required: true }
      base: { type: integer, default: 1 }
      above: { type: reference, to: group, inverse: children }
      people_count: { type: integer, computed: size(record.people) }
      below: { type: ${type}, computed: '${children}' }
      above_base: { type: integer, computed: record.above.base }
${written('all', groups)}${written('tag', tagged)}  thing:
    title: name
    key: name
${trash ? '' : '    trash: false\n'}    fields:
      name: { type: string, required: true }
      base: { type: integer, default: 2 }
      day: { type: date }
      owner: { type: reference, to: user }
      group: { type: reference, to: group, inverse: things }
      home: { type: reference, to: group, copy: record.owner.team, inverse: homes }
      home_base: { type: integer, copy: record.home.base }
      eldest: { type: reference, to: thing, default: '= first(record.home.things)', inverse: younger }
      tags: { type: references, to: group, inverse: tagging }
      lines:
        type: lines
        fields:
          of: { type: reference, to: group }
          qty: { type: integer, default: 1 }
          sum: { type: integer, computed: line.qty * line.of.base }
      amount: { type: integer, computed: 'sum(record.lines.map(l, l.sum))' }
      done: { type: boolean, computed: record.state == "sent" }
      size: { type: integer, computed: size(record.parts) }
      of_group: { type: integer, computed: record.group.base * 2 + record.base }
      of_tags: { type: number, scale: 2, computed: 'sum(record.tags.map(t, t.base))' }
${written(
  'roll',
  rolls.map((roll, index) =>
    index === 0 ? { type: 'number, scale: 4', computed: 'sum(record.parts.map(x, x.twice))' } : roll,
  ),
)}  part:
    fields:
      thing: { type: reference, to: thing, inverse: parts, on_delete: cascade }
      n: { type: number, scale: 3, default: 1 }
      ok: { type: boolean }
      note: { type: string }
      day: { type: date }
      twice: { type: number, scale: 3, computed: record.n * 2 }
      is_few: { type: boolean, computed: record.state == "few" }
states:
  part: { states: { few: {}, none: { final: true }, many: {} }, derived: [{ state: few, when: '${few}' }, { state: none, when: blank(record.n) }, { state: many }] }
  group: { states: { busy: {}, calm: { kind: done } }, derived: [{ state: busy, when: '${busy}' }, { state: calm }] }
  thing:
    initial: open
    states: { open: {}, sent: {}, closed: { kind: done } }
    transitions:
      send: { from: open, to: sent, by: boss }
      close: { from: sent, to: closed, by: boss, set: { base: = record.base + 1 } }
rules:
  group: { small: { reject_when: record.base > 900, message: Too big }, few: { reject_when: record.people_count > 900, message: Too many } }
roles:
  boss: { members: everyone, group: all, thing: all, part: all, user: all }
`;
  });
