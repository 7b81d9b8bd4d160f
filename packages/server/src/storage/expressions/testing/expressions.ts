import fc from 'fast-check';

type Source = fc.Arbitrary<string>;

/** Sources of each type at some place: what the names in reach offer. */
interface Reach {
  readonly users: readonly string[];
  readonly teams: readonly string[];
  /** Prefixes of lines: `l`. */
  readonly lines: readonly string[];
  /** Files that a list is gone through by: `f`. */
  readonly files: readonly string[];
  /** Lists of people that only some may ask for. */
  readonly people: readonly string[];
  readonly depth: number;
}

const START: Reach = {
  users: ['record.requester', 'record.place.keeper', 'record.whom.user', 'record.place.by.user', 'user'],
  teams: ['record.team', 'record.whom.team', 'record.place.by.team', 'user.team'],
  lines: [],
  files: [],
  people: ['users_with(agent)', 'users_with(manager)'],
  depth: 3,
};

/** What somebody may ask who may not read everything. */
export const LIMITED: Reach = { ...START, people: [] };

/** The same with fewer levels, for long lists: each level inside a list multiplies. */
export const SHALLOW: Reach = { ...START, depth: 2 };

/** Sources for a place, built once for all who ask for the same. */
function once(build: (at: Reach) => Source): (at?: Reach) => Source {
  const built = new Map<string, Source>();
  return (at = START) => {
    const key = JSON.stringify(at);
    const source = built.get(key) ?? build(at);
    built.set(key, source);
    return source;
  };
}

const deeper = (at: Reach): Reach => ({ ...at, depth: at.depth - 1 });
const pick = (...sources: readonly string[]): Source => fc.constantFrom(...sources);
const make = (strings: TemplateStringsArray, ...parts: readonly Source[]): Source =>
  fc.tuple(...parts).map((values) => strings.reduce((text, part, index) => `${text}${values[index - 1] ?? ''}${part}`));

function among(at: Reach, leaves: readonly Source[], grown: (at: Reach) => readonly Source[]): Source {
  return at.depth <= 0 ? fc.oneof(...leaves) : fc.oneof(...leaves, ...grown(deeper(at)), ...grown(deeper(at)));
}

const userOf = once((at) => {
  const leaves = [pick(...at.users), make`${pick(...at.users)}.manager`, make`${pick(...at.teams)}.lead`];
  const named = pick('record.row.for', 'record.place.row.whom.user', 'record.row.ticket.requester');
  return among(at, [...leaves, named, ...at.lines.map((line) => fc.constant(`${line}.for`))], (a) => [
    make`(${booleanOf(a)} ? ${userOf(a)} : ${userOf(a)})`,
    make`or_else(${userOf(a)}, ${userOf(a)})`,
    make`first(${usersOf(a)})`,
    make`${userOf(a)}.manager`,
  ]);
});

const teamOf = once((at) => {
  return among(at, [pick(...at.teams), make`${userOf({ ...at, depth: 0 })}.team`], (a) => [
    make`last(${userOf(a)}.teams)`,
    make`${pick('first', 'last')}(${teamsOf(a)})`,
    make`${teamOf(a)}.above`,
    make`(${booleanOf(a)} ? null : ${teamOf(a)})`,
  ]);
});

const teamsOf = once((at) =>
  fc.oneof(
    make`${pick('ancestors', 'descendants')}(${teamOf({ ...at, depth: 0 })})`,
    make`${userOf({ ...at, depth: 0 })}.teams`,
    pick('record.crew.team'),
  ),
);

const usersOf = once((at) => {
  return among(
    { ...at, depth: at.depth - 1 },
    [
      pick('record.watchers', 'record.crew.user', 'record.did.take', 'record.did.close', ...at.people),
      make`[${userOf({ ...at, depth: 0 })}]`,
    ],
    (a) => [
      make`record.watchers.filter(${name('w', a)}, ${inUser('w', a, booleanOf)})`,
      make`record.lines.map(${name('l', a)}, ${inLine('l', a, userOf)})`,
      make`${userOf(a)}.teams.map(${name('t', a)}, ${inTeam('t', a, userOf)})`,
      make`(${booleanOf(a)} ? ${usersOf(a)} : ${usersOf(a)})`,
    ],
  );
});

/** Names of macro variables differ by depth, since none may hide another. */
const name = (letter: string, at: Reach): Source => fc.constant(`${letter}${at.depth}`);
const inUser = (letter: string, at: Reach, body: (at: Reach) => Source): Source =>
  body({ ...at, users: [...at.users, `${letter}${at.depth}`] });
const inTeam = (letter: string, at: Reach, body: (at: Reach) => Source): Source =>
  body({ ...at, teams: [...at.teams, `${letter}${at.depth}`] });
const inLine = (letter: string, at: Reach, body: (at: Reach) => Source): Source =>
  body({ ...at, lines: [...at.lines, `${letter}${at.depth}`] });

const inFile = (letter: string, at: Reach, body: (at: Reach) => Source): Source =>
  body({ ...at, files: [...at.files, `${letter}${at.depth}`] });

/** A file of the record, of a line, or at hand. */
const fileOf = ({ files, lines }: Reach): Source =>
  pick('record.photo', 'first(record.papers)', 'last(record.papers)', ...lines.map((line) => `${line}.scan`), ...files);

const textOf = once((at) => {
  const leaves = [
    pick('"a"', '"Ä b"', '""', 'record.subject', 'lower(record.priority)', 'lower(record.state)', 'record.id'),
    make`${userOf({ ...at, depth: 0 })}.name`,
    make`${teamOf({ ...at, depth: 0 })}.${pick('name', 'name.ja', 'name.en', 'site.city')}`,
    pick('record.place.room', 'record.place.sign', 'record.place.sign.ja', 'record.row.item', 'record.place.row.item'),
    ...at.lines.map((line) => pick(`${line}.item`, `${line}.sign`, `${line}.sign.ja`, `${line}.row.sign`)),
    make`${fileOf(at)}.${pick('name', 'type')}`,
  ];
  return among(at, leaves, (a) => [
    make`(${textOf(a)} + ${textOf(a)})`,
    make`lower(${textOf(a)})`,
    make`time(${datetimeOf(a)})`,
    make`text(${fc.oneof(numberOf(a), dateOf(a), datetimeOf(a), booleanOf(a))})`,
    make`or_else(${textOf(a)}, ${textOf(a)})`,
    make`(${booleanOf(a)} ? ${textOf(a)} : ${textOf(a)})`,
    make`first(record.tags)`,
    make`min(${textOf(a)}, ${textOf(a)})`,
    make`max(record.lines.map(${name('l', a)}, ${inLine('l', a, textOf)}))`,
  ]);
});

const OPERATORS = pick('+', '-', '*', '/', '%');

/** A number that depends on the row, the user or nothing. */
export const numberOf = once((at) => {
  const leaves = [
    pick('0', '1', '2.5', '-3', '0.0001', '999999999999999', 'limits.top', 'limits.rate'),
    pick('record.cost', 'record.ratio', 'record.count', 'record.doubled', 'record.version'),
    make`${teamOf({ ...at, depth: 0 })}.seats`,
    pick(
      'record.place.seats',
      'record.place.rent',
      'record.row.qty',
      'record.place.row.price',
      'record.row.ticket.cost',
    ),
    ...at.lines.flatMap((line) => [pick(`${line}.qty`, `${line}.price`, `${line}.row.qty`)]),
    make`${fileOf(at)}.size`,
  ];
  return among(at, leaves, (a) => [
    make`(${numberOf(a)} ${OPERATORS} ${numberOf(a)})`,
    make`-${pick('record.cost', 'record.count')}`,
    make`${pick('abs', 'floor', 'ceil', 'round')}(${numberOf(a)})`,
    make`round(${numberOf(a)}, ${pick('0', '1', '2')})`,
    make`${pick('div', 'mod', 'min', 'max', 'or_else')}(${numberOf(a)}, ${numberOf(a)})`,
    make`amount(convert(${numberOf(a)}, amount(${numberOf(a)}), ${pick('JPY', 'USD', 'KWD')}))`,
    make`(${booleanOf(a)} ? ${numberOf(a)} : ${numberOf(a)})`,
    make`size(${fc.oneof(textOf(a), usersOf(a), teamsOf(a), pick('record.lines', 'record.papers'), fc.constant('record.crew'), fc.constant('record.tags'))})`,
    make`${pick('sum', 'avg', 'min', 'max')}(record.lines.map(${name('l', a)}, ${inLine('l', a, numberOf)}))`,
    make`sum(record.lines.filter(${name('f', a)}, ${inLine('f', a, booleanOf)}).map(${name('l', a)}, ${inLine('l', a, numberOf)}))`,
    make`${pick('sum', 'max')}(record.papers.map(${name('p', a)}, ${inFile('p', a, numberOf)}))`,
    make`size(record.papers.filter(${name('p', a)}, ${inFile('p', a, booleanOf)}))`,
    make`first(record.lines).qty`,
    make`days_between(${dateOf(a)}, ${dateOf(a)})`,
    make`age(${dateOf(a)})`,
    make`age(${dateOf(a)}, ${dateOf(a)})`,
    make`(${dateOf(a)} - ${dateOf(a)})`,
    make`${pick('limits.rate', 'limits.top')}.on(${dateOf(a)})`,
    make`workdays(${dateOf(a)}, ${dateOf(a)})`,
    make`workdays(${dateOf(a)}, ${dateOf(a)}, ${datesOf(a)})`,
    make`${pick('year', 'month', 'day', 'weekday')}(${fc.oneof(dateOf(a), datetimeOf(a))})`,
    make`${pick('hour', 'minute')}(${datetimeOf(a)})`,
  ]);
});

const dateOf = once((at) => {
  const leaves = [pick('record.from', 'today', 'date(record.due)'), make`${teamOf({ ...at, depth: 0 })}.site.since`];
  return among(at, leaves, (a) => [
    make`(${dateOf(a)} ${pick('+', '-')} ${durationOf(a)})`,
    make`${pick('start_of_month', 'end_of_month', 'date')}(${fc.oneof(dateOf(a), datetimeOf(a))})`,
    make`(${booleanOf(a)} ? ${dateOf(a)} : null)`,
    make`max(${dateOf(a)}, ${dateOf(a)})`,
  ]);
});

const datesOf = once((at) =>
  fc.oneof(
    make`[${dateOf(at)}, ${dateOf(at)}, null]`,
    pick('limits.closed'),
    make`record.lines.map(${name('d', at)}, ${inLine('d', at, (a) => make`(${dateOf(a)} + days(${pick(...a.lines)}.qty))`)})`,
  ),
);

const datetimeOf = once((at) => {
  return among(at, [pick('record.due', 'now', 'record.created_at', 'record.trashed_at')], (a) => [
    make`(${datetimeOf(a)} ${pick('+', '-')} ${durationOf(a)})`,
    make`or_else(${datetimeOf(a)}, now)`,
  ]);
});

const durationOf = once((at) => {
  const units = pick('seconds', 'minutes', 'hours', 'days', 'weeks', 'months', 'years');
  const leaves = [
    make`${units}(${pick('1', '3', 'record.count')})`,
    pick('record.spent', 'or_else(record.spent, hours(1))'),
    ...at.lines.map((line) => fc.constant(`${line}.took`)),
  ];
  return among(at, leaves, (a) => [
    make`min(${durationOf(a)}, ${durationOf(a)})`,
    make`${pick('sum', 'avg', 'min', 'max')}(record.lines.map(${name('l', a)}, ${inLine('l', a, durationOf)}))`,
    make`or_else(${durationOf(a)}, ${durationOf(a)})`,
    make`(${booleanOf(a)} ? ${durationOf(a)} : ${durationOf(a)})`,
    make`(${datetimeOf(a)} - ${datetimeOf(a)})`,
    make`(${durationOf(a)} + ${durationOf(a)})`,
    make`-${make`${units}(record.count)`}`,
  ]);
});

const jsonOf = once((at) =>
  among(at, [pick('record.facts', 'record.wanted', ...at.lines.map((line) => `${line}.facts`))], (a) => [
    make`or_else(${jsonOf(a)}, ${jsonOf(a)})`,
    make`(${booleanOf(a)} ? ${jsonOf(a)} : ${jsonOf(a)})`,
  ]),
);

const EQUALS = pick('==', '!=');
const ORDERS = pick('<', '<=', '>', '>=');

/** A reference to one of several entities, of the record or of a line. */
const whomOf = ({ lines }: Reach): Source =>
  pick('record.whom', 'record.place.by', ...lines.map((line) => `${line}.whom`));

/** A reference to a line, or a line at hand. */
const rowOf = ({ lines }: Reach): Source =>
  pick('record.row', 'record.place.row', ...lines, ...lines.map((line) => `${line}.row`));

/** A condition on a ticket, by a user. */
export const booleanOf = once((at) => {
  const flat = { ...at, depth: 0 };
  const leaves = [
    pick('record.urgent', 'record.late', 'record.state_final', 'true', 'false'),
    make`record.cost ${fc.oneof(EQUALS, ORDERS)} ${pick('1', '0.125', '2.50', 'limits.top', 'record.ratio', 'record.count')}`,
    make`${fc.oneof(numberOf(flat))} ${fc.oneof(EQUALS, ORDERS)} ${numberOf(flat)}`,
    make`${whomOf(at)} ${EQUALS} ${fc.oneof(pick('null'), userOf(flat), teamOf(flat), whomOf(at))}`,
    make`${userOf(flat)} ${EQUALS} ${userOf(flat)}`,
    make`${teamOf(flat)} ${EQUALS} ${teamOf(flat)}`,
    make`record.priority ${pick('== "low"', '!= "high"', 'in ["low"]', '== null', 'in ["low", null]')}`,
    make`${teamOf(flat)}.open`,
    pick('record.place.open', 'record.row.done'),
    make`${rowOf(at)} ${EQUALS} ${pick('record.row', 'record.place.row')}`,
    make`${fileOf(at)} ${EQUALS} ${fileOf(at)}`,
    make`${pick('blank', 'filled')}(${fc.oneof(fileOf(at), pick('record.papers', 'record.pin', ...at.lines.flatMap((line) => [`${line}.facts`, `${line}.sign`, `${line}.row`])))})`,
    make`${pick('blank', 'filled')}(${fc.oneof(pick('record.place', 'record.crew', 'record.row', 'record.place.row'), whomOf(at), make`${pick(...flat.teams)}.site`)})`,
    ...at.lines.map((line) => fc.constant(`${line}.done`)),
  ];
  return among(at, leaves, (a) => [
    make`(${booleanOf(a)} ${pick('&&', '||')} ${booleanOf(a)})`,
    make`!(${booleanOf(a)})`,
    make`(${booleanOf(a)} ? ${booleanOf(a)} : ${booleanOf(a)})`,
    make`((${booleanOf(a)}) ${EQUALS} (${booleanOf(a)}))`,
    make`(${numberOf(a)} ${fc.oneof(EQUALS, ORDERS)} ${numberOf(a)})`,
    make`(convert(${numberOf(a)}, 151.375, JPY) ${fc.oneof(EQUALS, ORDERS)} convert(record.cost, 160.5, JPY))`,
    make`(${textOf(a)} ${fc.oneof(EQUALS, ORDERS)} ${textOf(a)})`,
    make`(${dateOf(a)} ${fc.oneof(EQUALS, ORDERS)} ${dateOf(a)})`,
    make`(${datetimeOf(a)} ${fc.oneof(EQUALS, ORDERS)} ${datetimeOf(a)})`,
    make`(${durationOf(a)} ${fc.oneof(EQUALS, ORDERS)} ${durationOf(a)})`,
    make`(${jsonOf(a)} ${EQUALS} ${jsonOf(a)})`,
    make`(${whomOf(a)} ${EQUALS} ${fc.oneof(userOf(a), teamOf(a))})`,
    make`(${whomOf(a)} in ${usersOf(a)})`,
    make`(${fc.oneof(whomOf(a), userOf(a), teamOf(a))} in record.crew)`,
    make`(${userOf(a)} ${EQUALS} ${userOf(a)})`,
    make`(${teamOf(a)} ${EQUALS} ${teamOf(a)})`,
    make`${pick('contains', 'starts_with', 'ends_with')}(${textOf(a)}, ${textOf(a)})`,
    make`${pick('blank', 'filled')}(${fc.oneof(textOf(a), numberOf(a), userOf(a), usersOf(a), dateOf(a), durationOf(a), jsonOf(a), booleanOf(a))})`,
    make`has_role(${userOf(a)}, ${pick('agent', 'manager')})`,
    make`(${userOf(a)} in ${usersOf(a)})`,
    make`(${teamOf(a)} in ${teamsOf(a)})`,
    make`(${dateOf(a)} in ${datesOf(a)})`,
    make`limits.closed.${pick('exists', 'exists_one', 'all')}(${name('c', a)}, ${name('c', a)} == ${dateOf(a)})`,
    make`under(${teamOf(a)}, ${teamOf(a)})`,
    make`${teamsOf(a)}.${pick('exists', 'exists_one', 'all')}(${name('t', a)}, ${inTeam('t', a, booleanOf)})`,
    make`(${numberOf(a)} in [${numberOf(a)}, ${numberOf(a)}, 2.50])`,
    make`("a" in record.tags)`,
    make`${usersOf(a)}.${pick('exists', 'exists_one', 'all')}(${name('w', a)}, ${inUser('w', a, booleanOf)})`,
    make`record.lines.${pick('exists', 'exists_one', 'all')}(${name('l', a)}, ${inLine('l', a, booleanOf)})`,
    make`record.papers.${pick('exists', 'exists_one', 'all')}(${name('p', a)}, ${inFile('p', a, booleanOf)})`,
    make`(${fileOf(a)} in record.papers)`,
    make`user.teams.${pick('exists', 'exists_one', 'all')}(${name('t', a)}, ${inTeam('t', a, booleanOf)})`,
  ]);
});
