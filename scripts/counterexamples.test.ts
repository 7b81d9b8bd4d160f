import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compile, type Compiled, type SourceFile } from '../packages/spec/src/index.ts';
import { approvedSpecifications } from '../packages/spec/src/reasoning/testing/approved-specifications.ts';
import { chainedSpecifications } from '../packages/spec/src/reasoning/testing/chained-specifications.ts';
import { movingSpecifications } from '../packages/spec/src/reasoning/testing/moving-specifications.ts';
import { specifications } from '../packages/spec/src/reasoning/testing/specifications.ts';
import { readAgain } from './counterexamples/reading.ts';
import { replayed } from './counterexamples/replay.ts';
import { refusesBlanks } from './counterexamples/told.ts';

/** Specifications for the examples of promises; `npm run prove` draws more, of which several hundred examples come. */
const { NINEFOLD_PROVE_SEED: given = String(Date.now() % 1_000_000), NINEFOLD_PROVE_EXAMPLES: count } = process.env;
const seed = Number(given);
const DRAWN = Number(count ?? 20);
/** One specification with its examples takes a second or less, as a rule. */
const LONGEST = 6_000 * DRAWN;

/** So many specifications, and more until enough of them has been looked at; where that does not come, a test finds nothing to judge. */
function* drawnFrom(all: fc.Arbitrary<string>, number: number, isEnough: () => boolean): Generator<string> {
  for (const [at, text] of fc.sample(all, { seed, numRuns: 10 * number }).entries()) {
    if (at >= number && isEnough()) return;
    yield text;
  }
}

/** What came of each example of a promise that can be broken, where it did not come as it was told. */
async function unreal({
  application,
  verdicts,
}: Compiled): Promise<{ readonly told: number; readonly timed: number; readonly unreal: readonly string[] }> {
  const broken = verdicts.filter(({ id, verdict }) => id === 'NF0606' && verdict === 'refuted');
  const found: string[] = [];
  for (const { params, steps = [], example } of broken) {
    const entity = Object.values(application?.model.entities ?? {}).find(({ rules }) =>
      rules.some(({ id, sense }) => sense === 'never' && id === params['name']),
    );
    const rule = entity?.rules.find(({ id }) => id === params['name']);
    if (!application || !entity || !rule) throw new Error(`no promise ${params['name'] ?? ''}`);
    const what = await replayed(application.model, { entity: entity.id, error: rule.error, steps });
    if (what !== null) found.push(`${what} | ${rule.check.source} | ${example}`);
  }
  const timed = broken.filter(({ steps = [] }) => steps.some(({ actor }) => actor === 'system'));
  return { told: broken.length, timed: timed.length, unreal: found };
}

test(
  'examples of promises that can be broken come as they are told, in specifications that nobody wrote for it',
  async () => {
    const wrong: string[] = [];
    let [told, timed] = [0, 0];
    const isEnough = (): boolean => told > 3 && timed >= Math.floor(DRAWN / 100);
    for (const text of drawnFrom(specifications, DRAWN, isEnough)) {
      const one = await unreal(compile([{ path: 'app.yaml', text }]));
      wrong.push(...one.unreal);
      told += one.told;
      timed += one.timed;
    }
    expect([seed, wrong]).toEqual([seed, []]);
    expect([seed, isEnough()]).toEqual([seed, true]);
  },
  LONGEST,
);

test(
  'examples of promises come as they are told where much moves by itself: effects, reactions, calendars, approvals, derived states',
  async () => {
    const wrong: string[] = [];
    let told = 0;
    for (const text of drawnFrom(movingSpecifications, Math.ceil(DRAWN / 3), () => told > DRAWN / 8)) {
      const compiled = compile([{ path: 'app.yaml', text }]);
      expect([seed, text, compiled.application === null]).toEqual([seed, text, false]);
      const one = await unreal(compiled);
      wrong.push(...one.unreal);
      told += one.told;
    }
    expect([seed, wrong]).toEqual([seed, []]);
    expect([seed, told > DRAWN / 8]).toEqual([seed, true]);
  },
  LONGEST,
);

test(
  'examples of promises come as they are told where records make and move one another: the steps of each',
  async () => {
    const found: string[] = [];
    let several = 0;
    const isEnough = (): boolean => several >= Math.ceil(DRAWN / 20);
    for (const text of drawnFrom(chainedSpecifications, Math.ceil(DRAWN / 4), isEnough)) {
      const compiled = compile([{ path: 'app.yaml', text }]);
      expect([seed, text, compiled.application === null]).toEqual([seed, text, false]);
      several += compiled.verdicts.filter(({ steps = [] }) => steps.some(({ entity }) => entity !== undefined)).length;
      const one = await unreal(compiled);
      found.push(...one.unreal.map((what) => `${what}\n${text}`));
    }
    expect([seed, found]).toEqual([seed, []]);
    expect([seed, isEnough()]).toEqual([seed, true]);
  },
  LONGEST,
);

test(
  'examples of promises come as they are told where several people approve: their presses are made one after the other',
  async () => {
    const wrong: string[] = [];
    let pressed = 0;
    for (const text of drawnFrom(approvedSpecifications, Math.ceil(DRAWN / 2), () => pressed >= DRAWN / 20)) {
      const compiled = compile([{ path: 'app.yaml', text }]);
      if (compiled.application === null) continue; // more presses than people, which is a mistake of its own
      pressed += compiled.verdicts.filter(({ steps = [] }) =>
        steps.some(({ name }, index) => name === steps[index + 1]?.name),
      ).length;
      const one = await unreal(compiled);
      wrong.push(...one.unreal.map((what) => `${what}\n${text}`));
    }
    expect([seed, wrong]).toEqual([seed, []]);
    expect([seed, pressed >= DRAWN / 20]).toEqual([seed, true]);
  },
  LONGEST,
);

/** The path by which a computed field or a copy reads a field. */
function pathOf({ application }: Compiled, carrier: string, source: string): string {
  const [entity = '', id = ''] = carrier.split('.');
  const field = application?.model.entities[entity]?.fields[id];
  const reads = (field?.computed ?? field?.copy)?.expression.reads ?? [];
  return reads.find((path) => path.endsWith(`.${source.split('.')[1] ?? ''}`)) ?? '';
}

test(
  'examples of values that are read where their source is closed are read there, and it is closed',
  async () => {
    const wrong: string[] = [];
    let told = 0;
    for (const text of drawnFrom(specifications, Math.ceil(DRAWN / 3), () => told > 5)) {
      const compiled = compile([{ path: 'app.yaml', text }]);
      for (const { id, verdict, params, steps, example } of compiled.verdicts) {
        const [step] = steps ?? [];
        if (id !== 'NF0713' || verdict !== 'refuted' || !step || !compiled.application) continue;
        const [entity = '', field = ''] = (params['name'] ?? '').split('.');
        const source = pathOf(compiled, params['name'] ?? '', params['source'] ?? '');
        const what = await readAgain(compiled.application.model, { entity, field, source, step });
        told += 1;
        if (what !== null) wrong.push(`${what} | ${JSON.stringify(params)} | ${example}`);
      }
    }
    expect([seed, wrong]).toEqual([seed, []]);
    expect([seed, told > 5]).toEqual([seed, true]);
  },
  LONGEST,
);

test(
  'rules that are said to refuse every new record with blank fields refuse one',
  async () => {
    const wrong: string[] = [];
    let told = 0;
    for (const text of drawnFrom(specifications, Math.ceil(DRAWN / 2), () => told > 1)) {
      const { application, verdicts } = compile([{ path: 'app.yaml', text }]);
      for (const verdict of verdicts.filter((one) => one.id === 'NF0609' && one.told)) {
        const what = application && (await refusesBlanks(application.model, verdict));
        told += 1;
        if (what !== null) wrong.push(`${what} | ${JSON.stringify(verdict.params)}`);
      }
    }
    expect([seed, wrong]).toEqual([seed, []]);
    expect([seed, told > 1]).toEqual([seed, true]);
  },
  LONGEST,
);

const DESK = join(import.meta.dirname, '../examples/service-desk');
const FILES = readdirSync(DESK, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(?:yaml|md)$/.test(path))
  .map((path): SourceFile => ({ path, text: readFileSync(join(DESK, path), 'utf8') }));

/** Timers of a thing, what may send it to where they run, and promises that they break. */
const TIMERS: readonly (readonly [timer: string, send: string, never: string])[] = [
  ['after: = days(2), set: { last: = user }', '', 'record.state == "c" && blank(record.last)'],
  ['after: = days(2)', '', 'transition == "end" && size(record.did.end) == 0'],
  ["after: = days(2), when: '!has_role(user, boss)'", '', 'record.state == "c" && blank(record.owner)'],
  ['after: = days(2)', ", when: 'record.day > today'", 'transition == "end" && record.day <= today'],
  ['after: = hours(30)', ", when: 'record.due > now'", 'transition == "end" && record.due < now'],
  ["at: = record.due, when: 'record.day < today'", '', 'record.state == "c" && record.due <= now'],
  ['at: = record.day', '', 'transition == "end" && record.day == today'],
];

test.each(TIMERS)(
  'a timer with “%s” after “send%s” breaks its promise as it is told: %s',
  async (timer, send, never) => {
    const compiled = compile([{ path: 'app.yaml', text: timedThing(timer, send, never) }]);
    expect(compiled.issues.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(await unreal(compiled)).toEqual({ told: 1, timed: 1, unreal: [] });
  },
);

/** Reactions of a thing, and promises that they break after a step that makes them fire, within a minute, or on a day. */
const REACTIONS: readonly (readonly [reaction: string, never: string])[] = [
  ["when: 'filled(record.owner)', set: { last: = record.owner }", 'filled(record.last)'],
  ['when: \'record.state == "b"\', set: { last: = record.owner }', 'record.state == "b" && filled(record.last)'],
  ["when: 'record.due < now', set: { last: = record.owner }", 'filled(record.last)'],
  ["when: 'record.day < today', set: { day: = today }", 'before.day < record.day && blank(record.changed_by)'],
  ['every: { days: 1, at: "08:00" }, set: { last: = record.owner }', 'filled(record.last)'],
  [
    'every: { weekday: mon, nth: 1, at: "23:30" }, when: \'record.state == "b"\', set: { last: = record.owner }',
    'record.state == "b" && filled(record.last)',
  ],
];

test.each(REACTIONS)('a reaction with “%s” breaks its promise as it is told: %s', async (reaction, never) => {
  const text = timedThing('by: boss', '', never).replace(
    '    transitions:',
    `    reactions: { over: { ${reaction} } }\n    transitions:`,
  );
  const compiled = compile([{ path: 'app.yaml', text }]);
  expect(compiled.issues.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(await unreal(compiled)).toEqual({ told: 1, timed: 1, unreal: [] });
});

/** Reactions of a thing that fire \`end\`, which nobody presses, and promises that it breaks then. */
const FIRED: readonly (readonly [reaction: string, end: string, never: string])[] = [
  ['when: \'record.state == "b" && filled(record.owner)\'', '', 'record.state == "c" && filled(record.owner)'],
  ['when: \'record.state == "b"\'', ', set: { last: = record.owner }', 'filled(record.last)'],
  ['when: \'record.state == "b"\'', ', when: filled(record.day)', 'transition == "end" && record.day < today'],
  ['when: \'record.state == "b" && record.due < now\'', '', 'record.state == "c"'],
  ['when: \'record.state == "b"\'', '', 'transition == "end" && blank(user)'],
  ['when: \'record.state == "b" && filled(record.owner)\'', '', 'record.state == "c" && blank(record.owner)'],
  [
    'every: { days: 1, at: "08:00" }, when: \'record.state == "b"\'',
    ', set: { last: = record.owner }',
    'record.state == "c" && filled(record.last)',
  ],
];

test.each(FIRED)(
  'a reaction with “%s” that fires a transition%s breaks its promise as it is told: %s',
  async (reaction, end, never) => {
    const text = timedThing('XX', '', never)
      .replace('XX', `set: { day: = record.day }${end}`)
      .replace('set: { day: = record.day }, set', 'set')
      .replace(
        '    transitions:',
        `    reactions: { over: { ${reaction}, fire: { each: record, transition: end } } }\n    transitions:`,
      );
    const compiled = compile([{ path: 'app.yaml', text }]);
    expect(compiled.issues.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(await unreal(compiled)).toEqual({ told: 1, timed: 1, unreal: [] });
  },
);

/** Rules and reactions of a project that count its tasks, which each write to a task may turn or break. */
const COUNTING: readonly (readonly [rule: string, reaction: string])[] = [
  ['never: \'transition == "finish" && record.open > 0\'', ''],
  ['never: \'record.state == "done" && record.open > 0\'', ''],
  ['check: \'record.state != "done" || record.open == 0\'', ''],
  ['check: record.open == 0, when: record.state == "done"', ''],
  [
    'check: size(record.name) < 9',
    'over: { when: \'record.state == "running" && record.open == 0\', fire: { each: record, transition: finish } }',
  ],
];

test.each(COUNTING)(
  'an example of a task comes as it is told beside a project with “%s” and “%s”',
  async (rule, reaction) => {
    const text = `ninefold: 1
roles: { boss: { project: all, task: all, user: { refer: true }, runtime: [users] } }
entities:
  project:
    fields:
      name: { type: string, required: true }
      open: { type: integer, computed: 'size(record.tasks.filter(t, !t.state_final))' }
  task:
    fields:
      project: { type: reference, to: project, required: true, inverse: tasks }
      hours: { type: integer }
states:
  project:
    initial: planned
    states: { planned: {}, running: {}, done: { final: true } }
    transitions:
      start: { from: planned, to: running, by: boss }
      finish: { from: running, to: done, by: boss }
${reaction === '' ? '' : `    reactions: { ${reaction} }`}
  task:
    initial: open
    states: { open: {}, done: { final: true } }
    transitions:
      do: { from: open, to: done, by: boss, when: filled(record.hours) }
rules:
  project: { counted: { ${rule} } }
  task:
    has_hours: { never: 'record.state == "done" && blank(record.hours)' }
`;
    const compiled = compile([{ path: 'app.yaml', text }]);
    expect(compiled.issues.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(await unreal(compiled)).toEqual({ told: 1, timed: 0, unreal: [] });
  },
);

/** What else a job does as it ends, what fires the transition of a thing, and promises about that thing that it breaks: the steps. */
const FIRED_ELSEWHERE: readonly (readonly [finish: string, mark: string, never: string, steps: string])[] = [
  ['', '', 'transition == "mark" && record.size > 3', 'create send job.create job.finish'],
  [
    '',
    ', set: { last: = record.size }',
    'record.state == "c" && record.last == 8',
    'create send job.create job.finish',
  ],
  [', when: record.about.size > 4', '', 'record.state == "c" && record.size < 6', 'create send job.create job.finish'],
  [', set: { size: 1 }', ", when: 'filled(record.owner)'", 'transition == "mark"', 'create send job.create job.finish'],
];

test.each(FIRED_ELSEWHERE)(
  'a transition that another record fires, with “%s” and “%s”, breaks a promise as it is told: %s',
  async (finish, mark, never, steps) => {
    const compiled = compile([{ path: 'app.yaml', text: firedThing(finish, mark, never) }]);
    expect(compiled.issues.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(await unreal(compiled)).toMatchObject({ told: 1, unreal: [] });
    const told = compiled.verdicts.find(({ id, verdict }) => id === 'NF0606' && verdict === 'refuted');
    expect(told?.steps?.map(({ entity, name }) => (entity ? `${entity}.${name}` : name)).join(' ')).toBe(steps);
  },
);

function firedThing(finish: string, mark: string, never: string): string {
  return `ninefold: 1
roles: { boss: { thing: all, job: all, user: { refer: true }, runtime: [users] } }
entities:
  job: { fields: { about: { type: reference, to: thing, inverse: jobs }, size: { type: integer } } }
  thing:
    fields:
      size: { type: integer }
      owner: { type: reference, to: user }
      last: { type: integer, read_only: true }
states:
  job:
    initial: open
    states: { open: {}, finished: { final: true } }
    transitions:
      finish: { from: open, to: finished, by: boss${finish}, fire: { each: record.about, transition: mark } }
  thing:
    initial: a
    states: { a: {}, b: {}, c: { final: true } }
    transitions: { send: { from: a, to: b, by: boss }, mark: { from: b, to: c${mark} } }
rules: { thing: { p: { never: '${never}' } } }
`;
}

/** What happens between two steps: reactions, promises that only that breaks, and the steps of the example. */
const BETWEEN: readonly (readonly [reactions: string, never: string, steps: readonly string[]])[] = [
  [
    "over: { when: 'record.size > 3', set: { count: 7 } }",
    'record.count == 7',
    ['create', 'send', 'update', 'over', 'end'],
  ],
  [
    'over: { when: \'record.state == "b"\', set: { count: 7 } }',
    'record.count == 7',
    ['create', 'send', 'over', 'end'],
  ],
  [
    'over: { when: \'record.state == "b"\', set: { done: true } }, next: { when: record.done, set: { count: 3 } }',
    'record.count == 3',
    ['create', 'send', 'over', 'next', 'end'],
  ],
  [
    'over: { when: \'record.state == "b"\', set: { size: 7 } }',
    'record.size == 2',
    ['create', 'send', 'over', 'update', 'end'],
  ],
  [
    "over: { when: 'record.count == 1', set: { size: 4 } }",
    'record.size == 4 && record.shelf == "kept"',
    ['create', 'send', 'keep', 'over', 'end'],
  ],
  [
    "over: { when: 'record.size > 9', set: { size: 0 } }",
    'record.shelf == "gone"',
    ['create', 'send', 'keep', 'shelve', 'end'],
  ],
  [
    "over: { when: 'record.size > 9', set: { size: 0 } }",
    'record.done && record.size == 2',
    ['create', 'send', 'mark', 'end'],
  ],
];

test.each(BETWEEN)(
  'what comes between two steps breaks a promise as it is told: %s, %s',
  async (reactions, never, steps) => {
    const text = `ninefold: 1
roles: { boss: { thing: all, user: { refer: true }, runtime: [users] } }
entities:
  thing:
    fields:
      size: { type: integer }
      count: { type: integer, read_only: true }
      done: { type: boolean, read_only: true }
states:
  thing.shelf:
    initial: none
    states: { none: {}, kept: {}, gone: { final: true } }
    transitions: { keep: { from: none, to: kept, by: boss, set: { count: 1 } }, shelve: { from: kept, to: gone, by: boss } }
  thing:
    initial: a
    states: { a: {}, b: {}, c: { final: true } }
    reactions: { ${reactions} }
    transitions:
      send: { from: a, to: b, by: boss }
      mark: { from: b, to: same, by: boss, set: { done: true } }
      end: { from: b, to: c, by: boss }
rules: { thing: { p: { never: 'transition == "end" && ${never}' } } }
`;
    const compiled = compile([{ path: 'app.yaml', text }]);
    expect(compiled.issues.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(await unreal(compiled)).toMatchObject({ told: 1, unreal: [] });
    const told = compiled.verdicts.find(({ id, verdict }) => id === 'NF0606' && verdict === 'refuted');
    expect(told?.steps?.map(({ name }) => name)).toEqual(steps);
  },
);

/** A field that is hidden at times, the guard of a step, and promises that break as it is hidden or shown. */
const HIDDEN: readonly (readonly [when: string, guard: string, never: string])[] = [
  ['record.state == "a"', 'filled(record.seal)', 'record.state == "b" && blank(record.seal)'],
  ['record.size > 3', 'record.seal > 5', 'record.seal != before.seal && !creating'],
  ['record.size > 3', 'record.seal > 5', 'record.state == "b" && blank(record.seal)'],
];

test.each(HIDDEN)(
  'a field that is shown while “%s”, and a guard “%s”, break a promise as it is told: %s',
  async (...given) => {
    const [when, guard, never] = given;
    const text = timedThing('by: boss', `, when: '${guard}'`, never).replace(
      '      due: { type: datetime }',
      `      size: { type: integer }\n      seal: { type: integer, visible_when: '${when}' }`,
    );
    const compiled = compile([{ path: 'app.yaml', text }]);
    expect(compiled.issues.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(await unreal(compiled)).toMatchObject({ told: 1, unreal: [] });
  },
);

/** What makes a part as a thing ends, and promises about parts that break then. */
const MADE: readonly (readonly [end: string, never: string])[] = [
  ['by: boss, create: { part: { thing: = record, size: = record.size + 1 } }', 'record.size > 9'],
  ['by: boss, create: { part: { size: = record.size, who: = user } }', 'filled(record.who) && record.size < 3'],
  ['after: = days(2), create: { part: { who: = record.owner } }', 'filled(record.who) && blank(user)'],
  ['by: boss, set: { size: 7 }, create: { part: { size: = record.size } }', 'record.size == 7'],
  ['by: boss, create: { part: { thing: = record, day: = record.due } }', 'record.day < today && record.thing.size > 3'],
  ['by: boss, create: { each: record.owner, part: { who: = each } }', 'record.state == "x" && filled(record.who)'],
];

test.each(MADE)('a transition with “%s” breaks a promise about what it makes as it is told: %s', async (end, never) => {
  const compiled = compile([{ path: 'app.yaml', text: makingThing(end, never) }]);
  expect(compiled.issues.filter(({ severity }) => severity === 'error')).toEqual([]);
  const { told, unreal: wrong } = await unreal(compiled);
  expect([told, wrong]).toEqual([1, []]);
});

test.each(['', ', default: = user'])(
  'a transition whose part lacks a field that it needs, “%s”, is refused and breaks no promise about parts',
  (first) => {
    const end = 'after: = days(2), create: { part: { size: = record.size } }';
    const text = makingThing(end, 'creating && record.size > 3').replace(
      'read_only: true }',
      `required: true${first} }`,
    );
    const { issues, verdicts } = compile([{ path: 'app.yaml', text }]);
    expect(issues.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(verdicts.find(({ id }) => id === 'NF0606')?.verdict).not.toBe('refuted');
  },
);

test('what a transition never gives a record that it makes breaks no promise', () => {
  const end = 'by: boss, set: { size: 7 }, create: { part: { size: = record.size } }';
  const verdictOf = (never: string): string | undefined =>
    compile([{ path: 'app.yaml', text: makingThing(end, never) }]).verdicts.find(({ id }) => id === 'NF0606')?.verdict;
  expect(['creating && record.size == 8', 'creating && record.size == 7'].map(verdictOf)).toEqual([
    'proved',
    'refuted',
  ]);
});

function makingThing(end: string, never: string): string {
  return `ninefold: 1
roles: { boss: { thing: all, part: all, user: { refer: true }, runtime: [users] } }
entities:
  thing: { fields: { owner: { type: reference, to: user }, size: { type: integer }, due: { type: date } } }
  part:
    fields:
      thing: { type: reference, to: thing }
      who: { type: reference, to: user, read_only: true }
      size: { type: integer, read_only: true }
      day: { type: date, read_only: true }
states:
  thing:
    initial: a
    states: { a: {}, b: {}, c: { final: true } }
    transitions: { send: { from: a, to: b, by: boss }, end: { from: b, to: c, ${end} } }
  part: { initial: x, states: { x: {}, y: { final: true } }, transitions: { go: { from: x, to: y, by: boss } } }
rules: { part: { p: { never: '${never}' } } }
`;
}

function timedThing(timer: string, send: string, never: string): string {
  return `ninefold: 1
roles: { boss: { thing: all, user: { refer: true }, runtime: [users] } }
entities:
  thing:
    fields:
      owner: { type: reference, to: user }
      last: { type: reference, to: user, read_only: true }
      day: { type: date }
      due: { type: datetime }
states:
  thing:
    initial: a
    states: { a: {}, b: {}, c: { final: true } }
    transitions: { send: { from: a, to: b, by: boss${send} }, end: { from: b, to: c, ${timer} } }
rules: { thing: { p: { never: '${never}' } } }
`;
}

/** Approvals of a thing, what else its steps say, and promises that their presses break: so many steps in all. */
const APPROVALS: readonly (readonly [approvals: string, more: string, never: string, steps: number])[] = [
  ['of: users_with(boss), need: 2', '', 'transition == "agree" && record.size == 3', 3],
  ['of: users_with(boss), need: 3', '', 'transition == "pay" && record.size == 3', 5],
  ['of: users_with(boss)', '', 'transition == "agree" && record.size == 3', 2],
  ['of: users_with(clerk), need: 3', '', 'transition == "agree" && record.size == 3', 4],
  [
    'of: users_with(boss)',
    '',
    'transition == "pay" && has_role(user, boss) && !(user in record.did.agree) && user != record.created_by',
    4,
  ],
  ['of: record.helpers', '', 'transition == "agree" && user in record.helpers', 2],
  ['of: record.helpers, need: 3', '', 'transition == "agree" && user in record.helpers', 4],
  ['of: record.helpers, need: 2, ordered: true', '', 'transition == "pay" && record.size > 5', 4],
  ['of: record.helpers, need: any, ordered: true', '', 'transition == "pay" && record.size > 5', 3],
  ["of: '[record.owner, record.owner.lead]'", '', 'transition == "agree" && user == record.owner', 3],
  ["of: '[record.owner, record.owner.lead]', ordered: true", '', 'transition == "agree" && user != record.owner', 2],
  ["of: '[record.owner, record.owner.lead]'", '', 'transition == "pay" && record.size < 2', 4],
  [
    "of: '[record.owner, record.second]', need: 2",
    ', when: user.rank > 3',
    'record.state == "b" && record.size > 5',
    3,
  ],
  ["of: '[record.owner, record.owner.lead, record.second]', need: 2", ', set: { size: 9 }', 'record.state == "b"', 3],
  ['of: record.owner, substitute: approver.lead', '', 'transition == "agree" && record.size == 3', 2],
  ['of: record.helpers, escalate: { after: = days(2), to: approver.lead }', '', 'transition == "pay"', 3],
  ['of: record.helpers, need: 2', ', when: record.size > 4', 'transition == "agree" && record.size < 7', 3],
  ['of: record.owner', '', 'transition == "agree" && user != record.owner', 2],
  ['of: record.owner, substitute: approver.lead', '', 'transition == "agree" && user != record.owner', 2],
  [
    "of: '[record.owner, record.second]', need: any",
    '',
    'record.state == "b" && !(user in [record.owner, record.second])',
    2,
  ],
  ["of: 'record.helpers.filter(h, h != record.owner)'", '', 'transition == "pay" && record.size < 2', 3],
  ["of: 'record.helpers.filter(h, h.rank > 3)', need: any", '', 'transition == "agree" && record.size < 2', 2],
  [
    "of: 'record.helpers.filter(h, h != record.owner)', need: 2",
    '',
    'transition == "agree" && record.owner == record.second',
    3,
  ],
  [
    "of: 'record.size > 5 ? [record.owner, record.second] : [record.owner]'",
    '',
    'transition == "agree" && record.size > 4',
    2,
  ],
  [
    "of: 'record.size > 5 ? [record.owner, record.second] : [record.owner]'",
    '',
    'record.state == "b" && record.size > 7',
    3,
  ],
  [
    "of: '[record.owner, record.size > 5 ? record.second : record.owner.lead]'",
    '',
    'transition == "agree" && record.size > 7',
    3,
  ],
  [
    'of: record.helpers, need: 2',
    ", when: '!(user in record.did.agree)'",
    'record.state == "b" && record.size == 1',
    3,
  ],
];

test.each(APPROVALS)(
  'approvals with “%s”%s break their promise as it is told: %s',
  async (approvals, more, never, steps) => {
    const compiled = compile([{ path: 'app.yaml', text: approvedThing(approvals, more, never) }]);
    expect(compiled.issues.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(await unreal(compiled)).toEqual({ told: 1, timed: 0, unreal: [] });
    const told = compiled.verdicts.find(({ id, verdict }) => id === 'NF0606' && verdict === 'refuted');
    expect(told?.steps).toHaveLength(steps);
  },
);

function approvedThing(approvals: string, more: string, never: string): string {
  return `ninefold: 1
roles:
  clerk: { members: everyone, thing: { create: true, read: true }, user: { refer: true } }
  boss: { runtime: [users] }
entities:
  user: { fields: { lead: { type: reference, to: user }, rank: { type: integer } } }
  thing:
    fields:
      owner: { type: reference, to: user }
      second: { type: reference, to: user }
      helpers: { type: references, to: user }
      size: { type: integer }
states:
  thing:
    initial: a
    states: { a: {}, b: {}, c: { final: true } }
    transitions:
      agree: { from: a, to: b, by: clerk, approvals: { ${approvals} }${more} }
      pay: { from: b, to: c, by: clerk }
rules: { thing: { p: { never: '${never}' } } }
`;
}

/** Guards of the service desk that keep its promises, and what is left of them. */
const WEAKENED: readonly (readonly [string, string])[] = [
  ['by: agent, when: user != record.borrower', 'by: agent, when: user != record.borrower || blank(record.reason)'],
  ['by: agent, when: user != record.borrower', 'by: agent'],
];

test.each(WEAKENED)('the service desk with “%s” as “%s” breaks its promise as it is told', async (guard, weak) => {
  const files = FILES.map((file) => ({ ...file, text: file.text.replace(guard, weak) }));
  expect(await unreal(compile(files))).toMatchObject({ unreal: [] });
  const { verdicts } = compile(files);
  const judged = verdicts.filter(({ id, params }) => id === 'NF0606' && params['name'] === 'no_self_approval');
  expect(judged.map(({ verdict }) => verdict)).toEqual(['refuted']);
});
