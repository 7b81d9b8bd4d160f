import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Refusal } from '../refusal.ts';
import { FUZZ_TIMES, fuzzRuns } from '../testing/fuzz-runs.ts';
import { openDesk, PLAIN, type Desk } from './testing/open-desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  for (const category of ['Cables', 'Paper']) {
    for (const who of ['rita', 'ralf', 'anna'] as const) {
      await desk.records.create(
        desk.people[who],
        'ticket',
        { subject: `${who} ${category}`, category, watchers: [desk.people.olga.me.id] },
        PLAIN,
      );
    }
  }
});
afterAll(() => desk.close());

const FIELDS = [
  'number',
  'subject',
  'details',
  'requester',
  'category',
  'team',
  'watchers',
  'priority',
  'due',
  'internal_note',
  'cost',
  'lines',
  'total',
  'late',
  'state',
  'state_final',
  'created_by',
  'version',
  'id',
  'toString',
];
const OPS = ['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'in', 'has', 'blank', 'filled', 'constructor', ''];
const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('1', '-1e400', '2026-01-01', 'true', 'null', 'new', "'", '%', '\u0000', '2026-03-05T12:00:00.000Z'),
);
const field = fc.constantFrom(...FIELDS);
const filter = fc
  .tuple(field, fc.constantFrom(...OPS), text)
  .map(([name, op, value]) => [`f.${name}`, `${op}:${value}`] as const);
const sort = fc
  .array(fc.tuple(fc.constantFrom('', '-', '+', '--'), field), { maxLength: 7 })
  .map((keys) => ['sort', keys.map((key) => key.join('')).join(',')] as const);
const side = fc.oneof(
  fc.constantFrom(...FIELDS).map((name) => `record.${name}`),
  fc.constantFrom(
    'user',
    'user.team',
    'now',
    'today',
    'null',
    '1',
    '"a"',
    'record.category.team',
    'record.requester.email',
    'limits.page_size',
    'record.lines',
  ),
);
const where = fc.oneof(
  fc
    .tuple(side, fc.constantFrom('==', '!=', '<', '>=', 'in', '+', '&&', '||'), side)
    .map(([a, op, b]) => ['where', `${a} ${op} ${b}`] as const),
  text.map((written) => ['where', written] as const),
);
const other = fc.tuple(
  fc.constantFrom('size', 'page', 'after', 'total', 'facets', 'search', 'select', 'trash', 'expand', '__proto__'),
  text,
);
const path = fc.array(field, { minLength: 1, maxLength: 4 }).map((names) => ['expand', names.join('.')] as const);
const groupable = fc.constantFrom('state', 'category', 'team', 'priority', 'requester', 'created_by', 'subject');
const measured = fc.constantFrom('sum:cost', 'avg:total', 'min:due', 'max:cost', 'count');
const grouping = fc.tuple(
  fc
    .array(fc.oneof({ arbitrary: groupable, weight: 8 }, field, fc.constantFrom('due:month', ':', 'state:month')), {
      maxLength: 3,
    })
    .map((names) => ['group', names.join(',')] as const),
  fc
    .array(
      fc.oneof(
        { arbitrary: measured, weight: 8 },
        field.map((name) => `sum:${name}`),
      ),
      { maxLength: 3 },
    )
    .map((names) => ['select', names.join(',')] as const),
);
const query = fc.array(fc.oneof(filter, sort, where, other, path), { maxLength: 4 });
const who = fc.constantFrom('rita', 'anna', 'olga', 'max' as const) as fc.Arbitrary<keyof Desk['people']>;

describe('whatever the parameters', () => {
  it(
    'a list answers rows that may be read one by one, or an error of the catalogue',
    { timeout: 60_000 * FUZZ_TIMES },
    async () => {
      const seen = { rows: 0, refused: 0 };
      await fc.assert(
        fc.asyncProperty(who, query, async (name, pairs) => {
          const caller = desk.people[name];
          const answer = await desk.records
            .list(caller, 'ticket', new URLSearchParams(pairs.map(([key, value]): [string, string] => [key, value])))
            .catch((reason: unknown) => reason);
          if (answer instanceof Refusal) {
            seen.refused += 1;
            return ['bad_parameter', 'bad_where', 'where_too_large', 'forbidden'].includes(answer.code);
          }
          const { items } = answer as Awaited<ReturnType<Desk['records']['list']>>;
          const shape = new URLSearchParams();
          for (const [key, value] of pairs) if (key === 'expand') shape.set(key, value);
          for (const item of items)
            expect(await desk.records.get(caller, 'ticket', item.id, shape)).toMatchObject(item);
          seen.rows += items.length;
          return true;
        }),
        fuzzRuns(600),
      );
      expect(Math.min(seen.rows, seen.refused)).toBeGreaterThan(50);
    },
  );

  it(
    'groups count no record that may not be read, or are refused by an entry of the catalogue',
    { timeout: 60_000 * FUZZ_TIMES },
    async () => {
      const seen = { groups: 0, refused: 0 };
      await fc.assert(
        fc.asyncProperty(
          who,
          grouping,
          fc.array(fc.oneof(filter, where), { maxLength: 1 }),
          async (name, grouped, more) => {
            const caller = desk.people[name];
            const pairs = [...grouped, ...more];
            const params = new URLSearchParams(pairs.map(([key, value]): [string, string] => [key, value]));
            const answer = await desk.records.group(caller, 'ticket', params).catch((reason: unknown) => reason);
            if (answer instanceof Refusal) {
              seen.refused += 1;
              return ['bad_parameter', 'bad_where', 'where_too_large', 'forbidden'].includes(answer.code);
            }
            const { items, total } = answer as Awaited<ReturnType<Desk['records']['group']>>;
            seen.groups += items.length;
            const visible = (await desk.records.list(caller, 'ticket', new URLSearchParams('total=exact'))).total ?? 0;
            expect(items.reduce((sum, { count }) => sum + count, 0)).toBeLessThanOrEqual(visible);
            return total >= items.length;
          },
        ),
        fuzzRuns(400),
      );
      expect(Math.min(seen.groups, seen.refused)).toBeGreaterThan(30);
    },
  );
});
