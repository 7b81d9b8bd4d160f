import { formatDecimal, limitValuesOn, todayIn, type Holder, type Scope } from '@ninefold/model';
import fc from 'fast-check';
import { DESK } from './desk.ts';
import { holderOf, type Shown } from './holders.ts';
import { sealAtOnce } from '../../../sealing/seal.ts';
import type { Row, Rows } from './rows.ts';

const maybe = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: null, freq: 2 });
/** As stored: normal form, no space around. Among them surrogate pairs, marks that do not compose, right-to-left, cases that fold to more than one letter. */
const TEXTS = [
  ...['a', 'Ä b', 'ä b', 'abc', 'Z', 'z', '~', 'low', 'a\nb', '%', '_', "a'b", 'a"b', 'a\\b', '?', '--'],
  ...['10', '9', '-0', '1e3', '٣', '１０', 'true', 'null', '2026-03-05'],
  ...['𝒳y', '\u{1f600}', '\uffee', '\u{10ffff}', 'q\u0303', 'e\u0323\u0308', '\u0301', 'אב', 'اب', 'a\u200fb'],
  ...['İ', 'ı', 'ß', 'ẞ', 'ΑΣ', 'ας', 'Ǆ', 'ﬀ', '東京', 'が', 'x'.repeat(300)],
].map((each) => each.normalize('NFC'));
const text = maybe(fc.constantFrom(...TEXTS));
const users = ['u1', 'u2', 'u3'];
const teams = ['t1', 't2', 't3', 't4'];
/** The largest number of a field: 18 digits in all, and below 10^15. */
const largest = (scale: number): bigint => 10n ** BigInt(Math.min(18, 15 + scale)) - 1n;
const decimal = (scale: number) =>
  maybe(
    fc
      .oneof(
        fc.bigInt({ min: -300n, max: 300n }),
        fc.constantFrom(0n, largest(scale), -largest(scale), largest(scale) / 7n),
      )
      .map((n) => formatDecimal(n * 10n ** BigInt(10 - scale), scale)),
  );
const integer = maybe(fc.oneof(fc.integer({ min: -4, max: 4 }), fc.constantFrom(400, 1_000_000)));
const DATES = [
  '2026-03-05',
  '2026-03-29',
  '2026-10-25',
  '2024-02-29',
  '1900-02-28',
  '2000-02-29',
  '2026-01-31',
  '0001-01-01',
  '9999-12-31',
];
const date = maybe(fc.constantFrom(...DATES));
/** As stored: lengths of time that are days in other words among them. */
/** Few values, so that two are often the same. */
const json = maybe(fc.constantFrom('{"a":[1,null]}', '[]', '"7"', '7', 'false', '""', '"ü\\u0000"'));
/** Files with names in several scripts, and of no length. */
const file = fc.constantFrom(
  { id: 'f1', name: 'a', size: 0, type: 'text/plain' },
  { id: 'f2', name: 'Ä b', size: 3, type: 'image/png' },
  { id: 'f3', name: '図面.pdf', size: 100_000_000, type: 'application/pdf' },
  { id: 'f4', name: 'x\'"\\\u200f', size: 1, type: 'image/png' },
);
/** As it is stored: what is there is not asked. */
const SEALED = sealAtOnce('1234');
const span = maybe(
  fc.constantFrom('PT0S', 'PT24H', 'PT1H30M', '-PT0.001S', 'PT720H', 'PT36H30M15.25S', 'PT2501999792H'),
);
const instant = fc.constantFrom(
  '2026-03-05T08:30:00.000Z',
  '2026-03-29T00:59:59.999Z',
  '2026-10-25T00:30:00.000Z',
  '2026-10-25T01:30:00.000Z',
  '2011-12-30T09:59:59.999Z',
  '2026-04-04T15:15:00.000Z',
  '2024-02-29T23:30:00.000Z',
  '2026-03-05T12:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
);

const user = (id: string): fc.Arbitrary<Row> =>
  fc.record({
    id: fc.constant(id),
    name: text,
    roles: fc.subarray(['agent', 'manager']),
    active: fc.boolean(),
    team: maybe(fc.constantFrom(...teams)),
    manager: maybe(fc.constantFrom(...users)),
    teams: fc.subarray(teams),
    created_at: fc.constant('2026-01-01T00:00:00.000Z'),
  });

/** Each stands below one before it in a list of all, so that none stands below itself. */
const team = (id: string, at: number, order: readonly string[]): fc.Arbitrary<Row> =>
  fc.record({
    above: at === 0 ? fc.constant(null) : maybe(fc.constantFrom(...order.slice(0, at))),
    id: fc.constant(id),
    name: text,
    'name.ja': text,
    lead: maybe(fc.constantFrom(...users)),
    seats: integer,
    open: fc.boolean(),
    'site.city': text,
    'site.since': date,
  });

/** A reference to one of several entities: of its parts one at most is filled. */
const whom = fc.constantFrom(
  { 'whom.user': null, 'whom.team': null },
  ...users.map((id) => ({ 'whom.user': id, 'whom.team': null })),
  ...teams.map((id) => ({ 'whom.user': null, 'whom.team': id })),
);
const by = whom.map(({ 'whom.user': person, 'whom.team': group }) => ({
  'place.by.user': person,
  'place.by.team': group,
}));

const cells = fc.record({
  item: text,
  qty: integer,
  price: decimal(2),
  done: fc.boolean(),
  took: span,
  for: maybe(fc.constantFrom(...users)),
  facts: json,
  scan: maybe(file),
  sign: text,
  'sign.ja': text,
});

const line = fc.tuple(cells, whom).map(([own, parts]) => ({ ...own, ...parts }));

type Line = typeof line extends fc.Arbitrary<infer T> ? T : never;

const hundreds = fc.array(line, { minLength: 200, maxLength: 500, size: 'max' });

/** More lines than a form shows at once. */
const many = fc.array(line, { minLength: 25, maxLength: 25 });

/** Mostly a few, now and then more than a form shows at once. */
const someLines = fc.oneof({ weight: 15, arbitrary: fc.array(line, { maxLength: 3 }) }, { weight: 1, arbitrary: many });

const ticket = (id: string, lines: fc.Arbitrary<readonly Line[]> = someLines): fc.Arbitrary<Row> =>
  fc.tuple(bare(id, lines), whom, by).map(([own, ...parts]) => Object.assign({}, own, ...parts));

const bare = (id: string, lines: fc.Arbitrary<readonly Line[]>): fc.Arbitrary<Row> =>
  fc.record({
    id: fc.constant(id),
    state: fc.constantFrom('new', 'open', 'closed'),
    created_at: instant,
    trashed_at: maybe(instant),
    fired,
    subject: text,
    requester: maybe(fc.constantFrom(...users)),
    team: maybe(fc.constantFrom(...teams)),
    cost: decimal(2),
    ratio: decimal(4),
    count: integer,
    urgent: fc.boolean(),
    from: date,
    due: maybe(instant),
    spent: span,
    facts: json,
    wanted: json,
    photo: maybe(file),
    papers: fc.uniqueArray(file, { maxLength: 3 }),
    pin: fc.constantFrom(SEALED, null),
    priority: maybe(fc.constantFrom('low', 'high')),
    'place.room': text,
    'place.sign': text,
    'place.sign.ja': text,
    'place.seats': integer,
    'place.rent': decimal(2),
    'place.open': fc.boolean(),
    'place.keeper': maybe(fc.constantFrom(...users)),
    tags: fc.subarray(['a', 'b', 'c']),
    watchers: fc.shuffledSubarray(users),
    'crew.user': fc.shuffledSubarray(users),
    'crew.team': fc.shuffledSubarray(teams),
    lines: lines.map((all) => all.map((cells, index) => ({ id: `${id}l${index}`, ...cells }))),
  });

/** Who fired which transition, oldest first. */
const fired = fc.array(
  fc.record({ transition: fc.constantFrom('take', 'close'), by: maybe(fc.constantFrom(...users)) }),
  { maxLength: 5 },
);

/** How many tickets make one set of rows, and how many sets stand beside each other. Ids sort as they are numbered. */
const SET = 6;
export const SETS = 4;
const TICKETS = Array.from({ length: SET * SETS }, (_, at) => `k${String(at + 10)}`);

const AROUND = {
  user: fc.tuple(...users.map(user)),
  team: fc
    .shuffledSubarray(teams, { minLength: teams.length })
    .chain((order) => fc.tuple(...order.map((id, at) => team(id, at, order)))),
};

/** A set of tickets of which some have several hundred lines and some none. */
const longLists = fc.tuple(
  ...['k10', 'k11', 'k12', 'k13', 'k14', 'k15'].map((id, at) =>
    ticket(id, [hundreds, fc.constant([]), someLines][at % 3]),
  ),
);

/** Which line a reference to one leads to: one of some ticket; to none where that has no lines. */
const lineAt = maybe(fc.record({ ticket: fc.nat(), line: fc.nat() }));

/** The tickets with references to each other's lines. */
const referring = (tickets: fc.Arbitrary<readonly Row[]>): fc.Arbitrary<readonly Row[]> =>
  fc
    .tuple(tickets, fc.array(fc.tuple(lineAt, lineAt), { minLength: TICKETS.length, maxLength: TICKETS.length }))
    .map(([all, picks]) => {
      const parts = (name: string, at: { readonly ticket: number; readonly line: number } | null) => {
        const one = at === null ? undefined : all[at.ticket % all.length];
        const lines = (one?.['lines'] ?? []) as readonly Row[];
        const picked = at === null || lines.length === 0 ? null : (lines[at.line % lines.length]?.id ?? null);
        return { [`${name}.ticket`]: picked === null ? null : one?.id, [`${name}.lines`]: picked };
      };
      return all.map((own, index) => {
        const [row = null, inside = null] = picks[index] ?? [];
        const lines = (own['lines'] as readonly Row[]).map((each, at) => {
          const [behind = null] = picks[(index + at + 1) % picks.length] ?? [];
          return { ...each, ...parts('row', behind) };
        });
        return { ...own, lines, ...parts('row', row), ...parts('place.row', inside) };
      });
    });

/** People, teams and `SETS` sets of tickets between them. */
export const rowsOfDesk: fc.Arbitrary<Rows> = fc.record({
  ...AROUND,
  ticket: referring(fc.tuple(...TICKETS.map((id) => ticket(id)))),
});

/** The same with one set, in which lists are long or empty. */
export const rowsWithLists: fc.Arbitrary<Rows> = fc.record({ ...AROUND, ticket: referring(longLists) });

const SCOPE: Scope = {
  limits: limitValuesOn(DESK, '2026-03-05'),
  now: '2026-03-05T12:00:00.000Z',
  today: '2026-03-05',
  timeZone: 'Europe/Berlin',
};

/** Among them half hours, quarters, a summer time of half an hour, a day that never was. */
export const zones = fc.constantFrom(
  ...['Europe/Berlin', 'UTC', 'Asia/Tokyo', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Kathmandu'],
  'Pacific/Apia',
);

/** The scope of a signed-in person, or of nobody, in a time zone; what lies behind the person's own fields may be hidden. */
export function scopeOf(rows: Rows, signedIn: string | null, timeZone: string, below?: Shown): Scope {
  const today = todayIn(timeZone, SCOPE.now);
  const limits = limitValuesOn(DESK, today);
  const peopleWith = (...roles: readonly string[]) =>
    rows.user
      .filter(({ active, roles: given }) => active === true && roles.some((role) => (given as string[]).includes(role)))
      .map(({ id }) => holderOf(rows, 'user', { id, scope: SCOPE }));
  const users_with = { agent: peopleWith('agent', 'manager'), manager: peopleWith('manager') } as unknown as Holder;
  return {
    ...SCOPE,
    users_with,
    limits,
    timeZone,
    today,
    user: holderOf(rows, 'user', { id: signedIn, scope: SCOPE, shown: () => true, below }),
  };
}
