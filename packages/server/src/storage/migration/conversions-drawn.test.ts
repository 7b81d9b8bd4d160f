import { malformed, normalValue, type Wire } from '@ninefold/model';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applicationOf } from '../../records/testing/open-desk.ts';
import { fuzzRuns } from '../../testing/fuzz-runs.ts';
import { encodeField } from '../columns/registry.ts';
import { previewMigration } from './migrate.ts';
import { add, aside, bring, db, openShelfForEachTest, refusalOf, rows, shelf, values } from './testing/shelf.ts';

openShelfForEachTest();

const WORDS =
  '0042 42 042 0 1 00 -0 -7 +7 1e3 1.10 1.1 1.100 12.3456 12. .5 999999999999999 99999999999999999999 true false TRUE 2026-02-28 2026-02-30 2026-2-8 2026-03-05T11:00:00.000Z 2026-03-05T12:00:00+01:00 2026-03-05T11:00:00Z 08:30 8:30 08:30:00 17:45:10 PT90M PT1H30M PT0.25S PT0S P1D 36:30 novel poem soon 日本語 ４２'.split(
    ' ',
  );
const NUMBERS = fc.oneof(
  fc.constantFrom('0', '1', '7', '-7', '1200', '0.5', '999999999999', '-12.34'),
  fc.tuple(fc.integer(), fc.nat({ max: 3 })).map(([digits, scale]) => String(digits / 10 ** scale)),
);
const DAYS = fc.constantFrom('2026-02-28', '2000-01-01', '1969-12-31');
const MOMENTS = fc.constantFrom('2026-03-05T11:00:00.000Z', '2026-02-28T00:00:00.000Z', '1969-12-31T23:59:59.999Z');

/** What is written for each type, and values that people give it. */
const TYPES: Readonly<Record<string, fc.Arbitrary<Wire>>> = {
  string: fc.oneof(fc.constantFrom(...WORDS), fc.stringMatching(/^[-+]?0{0,2}\d{0,9}(?:\.\d{1,3})?$/), NUMBERS),
  text: fc.oneof(fc.constantFrom(...WORDS, 'two\nlines'), NUMBERS),
  'choice, options: [novel, poem]': fc.constantFrom('novel', 'poem'),
  integer: fc.oneof(fc.constantFrom(0, 1, -7, 42, 999_999_999_999_999, Number.MAX_SAFE_INTEGER), fc.integer()),
  'number, scale: 0': NUMBERS,
  'number, scale: 3': NUMBERS,
  money: NUMBERS,
  percent: NUMBERS,
  boolean: fc.boolean(),
  date: DAYS,
  datetime: MOMENTS,
  duration: fc.constantFrom('PT0S', 'PT1H30M', 'PT0.25S', '-PT5M', 'PT36H30M'),
  time: fc.constantFrom('00:00', '08:30', '17:45:10'),
  json: fc.constantFrom('{"a":[1,null]}', '[true]', '"soon"', '7', '-0.5', 'false', '"2026-02-28"', '1e+21'),
};
const NAMES = Object.keys(TYPES);
const ROWS = 12;

/** One type, and a field of it for each other type that it becomes. */
interface Pairs {
  readonly from: string;
  readonly to: readonly string[];
}

const fieldOf = (index: number): string => `f${String(index)}`;
const specification = (types: readonly string[]): string =>
  shelf(types.map((type, index) => `      ${fieldOf(index)}: { type: ${type} }`).join('\n'));
const before = ({ from, to }: Pairs): string => specification(to.map(() => from));

/** Of each field the value of each row; null: blank. */
function drawnFor({ from, to }: Pairs): fc.Arbitrary<readonly (readonly Wire[])[]> {
  const value = fc.option(TYPES[from] ?? fc.constant(null), { freq: 8 });
  const ofField = fc.array(value, { minLength: ROWS, maxLength: ROWS });
  return fc.array(ofField, { minLength: to.length, maxLength: to.length });
}

/** Stores the values as a server does, and gives the text of each that says something, by field and record. */
async function store(pairs: Pairs, drawn: readonly (readonly Wire[])[]): Promise<ReadonlyMap<string, string>> {
  const fields = applicationOf(before(pairs)).model.entities['book']?.fields ?? {};
  const texts = new Map<string, string>();
  for (let row = 0; row < ROWS; row += 1) {
    const id = `r${String(row)}`;
    const stored = drawn.map((values, index) => {
      const field = fields[fieldOf(index)];
      const given = field === undefined ? null : normalValue(field, values[row] ?? null);
      if (field === undefined) throw new Error('no field');
      const wire = given === null || malformed(field, given) !== null ? null : given;
      if (wire !== null && wire !== false) texts.set(`${field.id} ${id}`, String(wire));
      return [field.id, encodeField(db.dialect, field, wire)] as const;
    });
    const { name, ...rest } = { name: 'x', ...Object.fromEntries(stored) };
    await add('book', { id, name, ...(rest as Record<string, string | number | null>) });
  }
  return texts;
}

/** Brings the data to other types with consent to every loss, and gives what the plan said of each field. */
async function become(yaml: string): Promise<ReadonlyMap<string, { readonly rows: number; readonly is: string }>> {
  const { model, former } = applicationOf(yaml);
  const { changes } = await previewMigration(db.read, model, [], { former });
  await bring(yaml, ...changes.flatMap(({ name, verdict }) => (verdict === 'open' ? [name] : [])));
  return new Map(
    changes.flatMap(({ kind, name, rows: count, verdict }) =>
      kind === 'type_changed' ? [[name.replace('book.', ''), { rows: count, is: verdict }] as const] : [],
    ),
  );
}

const stored = () => rows('SELECT * FROM "book" ORDER BY "id"');

/** What a change of the types and back loses without having been told or kept; what is told without being lost. */
async function wrongsOf(pairs: Pairs, drawn: readonly (readonly Wire[])[]): Promise<readonly string[]> {
  await bring(before(pairs));
  await db.write(async (tx) => {
    for (const table of ['book', '_aside']) await tx.run(`DELETE FROM "${table}"`, []);
  });
  const texts = await store(pairs, drawn);
  const then = await stored();
  const told = await become(specification(pairs.to));
  const kept = await aside();
  await become(before(pairs));
  const now = await stored();
  return pairs.to.flatMap((to, index) => {
    const field = fieldOf(index);
    const lost = then.flatMap((row, at) => {
      const text = texts.get(`${field} ${String(row['id'])}`);
      return text === undefined || row[field] === now[at]?.[field] ? [] : [`${field} | ${String(row['id'])} | ${text}`];
    });
    const label = `to ${to}: ${JSON.stringify(drawn[index])}`;
    const gone = lost
      .filter((line) => !kept.some((one) => one.endsWith(line)))
      .map((line) => `${label} keeps no ${line}`);
    const change = told.get(field);
    if (change === undefined) return gone; // both are texts, of which only options are looked at
    const count = change.is === 'safe' ? 0 : change.rows;
    const fits = to === 'boolean' ? count >= lost.length : count === lost.length; // a false is told from no blank
    return fits ? gone : [...gone, `${label} tells ${String(count)} of ${String(lost.length)}`];
  });
}

test.each(NAMES)(
  'what a field of %s says becomes another type without consent only where it comes back, and is kept as text where it does not',
  async (from) => {
    const pairs = { from, to: NAMES.filter((name) => name !== from) };
    const same = async (drawn: readonly (readonly Wire[])[]): Promise<void> => {
      expect(await wrongsOf(pairs, drawn)).toEqual([]);
    };
    await fc.assert(fc.asyncProperty(drawnFor(pairs), same), { ...fuzzRuns(1), endOnFailure: true });
  },
);

test('of a unique field what would not come back stays blank with consent, so that no two become the same', async () => {
  const badges = (type: string): string => shelf(`      badge: { type: ${type}, unique: true }`);
  await bring(badges('string'));
  for (const badge of ['0042', '42', '042']) await add('book', { id: `b${badge}`, name: 'x', badge });
  const { changes } = await refusalOf(badges('integer'));
  expect(changes).toMatchObject([{ kind: 'type_changed', name: 'book.badge', rows: 2, verdict: 'open' }]);
  expect(changes[0]?.examples.toSorted()).toEqual(['0042', '042']);
  await bring(badges('integer'), 'book.badge');
  expect(
    (await rows('SELECT "id", "badge" AS n FROM "book"'))
      .map(({ id, n }) => [id, n === null ? n : Number(n)])
      .toSorted(),
  ).toEqual([
    ['b0042', null],
    ['b042', null],
    ['b42', 42],
  ]);
  expect(await aside()).toEqual(['book.badge | book | badge | b0042 | 0042', 'book.badge | book | badge | b042 | 042']);
});

test('elsewhere what would not come back is read with consent as the new type reads it, and kept as it was', async () => {
  await bring(shelf('      badge: { type: string }'));
  for (const badge of ['0042', '42', 'none']) await add('book', { id: `b${badge}`, name: 'x', badge });
  const { changes } = await refusalOf(shelf('      badge: { type: integer }'));
  expect(changes).toMatchObject([{ kind: 'type_changed', name: 'book.badge', rows: 2, verdict: 'open' }]);
  await bring(shelf('      badge: { type: integer }'), 'book.badge');
  expect((await values('badge')).map((value) => (value === null ? value : Number(value)))).toEqual([42, 42, null]);
  expect(await aside()).toEqual([
    'book.badge | book | badge | b0042 | 0042',
    'book.badge | book | badge | bnone | none',
  ]);
});
