import { expect, test } from 'vitest';
import type { Verdict } from '../../application.ts';
import { compile } from '../../compile.ts';

interface Written {
  /** Keys of the step from a to b. */
  readonly send?: string;
  /** Further transitions of things. */
  readonly more?: string;
  readonly reactions?: string;
  /** Keys of the entity `job`: its fields but `about`, and what stands beside them. */
  readonly job?: string;
  readonly further?: string;
}

/** Things that go from a over b to c; the promise is about the last step, so that an example goes by the first. */
function judged(
  { send = '', more = '', reactions = '', job = '', further = '' }: Written,
  never = ENDED,
): Verdict | undefined {
  const text = `ninefold: 1
roles: { boss: { thing: all, job: all, user: { refer: true }, runtime: [users] } }
entities:
  job: { fields: { about: { type: reference, to: thing, inverse: jobs }, size: { type: integer }${job} } }
  thing:
    fields:
      size: { type: integer }
      due: { type: datetime }
      other: { type: reference, to: thing }
      load: { type: integer, computed: 'sum(record.jobs.map(j, j.size))' }
states:
  thing:
    initial: a
    states: { a: {}, b: {}, c: { final: true } }
${reactions}    transitions:
      send: { from: a, to: b, by: boss${send} }
      end: { from: b, to: c, ${more === '' ? 'by: boss' : more} }
rules: { thing: { p: { never: '${never}' } }${further} }
`;
  const { verdicts, issues } = compile([{ path: 'app.yaml', text }]);
  expect(issues.filter(({ severity }) => severity === 'error')).toEqual([]);
  return verdicts.find(({ id, params }) => id === 'NF0606' && params['name'] === 'p');
}

const ENDED = 'transition == "end" && record.size == 5';
const MAKES = ', create: { job: { size: 3 } }';

test('an example goes by a step that makes records, where nothing can refuse them and nothing follows from them', () => {
  expect(judged({ send: MAKES })?.verdict).toBe('refuted');
  expect(judged({ send: MAKES, job: ', note: { type: string, required: true }' })?.verdict).toBe('proved');
  expect(judged({ send: MAKES, further: ', job: { k: { check: record.size < 3 } }' })?.verdict).toBe('undecided');
  expect(judged({ send: ', create: { job: { about: = record } }' })?.verdict).toBe('undecided');
});

test('an example goes by a step that fires transitions of other records, where there are none', () => {
  const { verdict, steps = [] } = judged({ send: ', fire: { each: record.other, transition: end }' }) ?? {};
  expect(verdict).toBe('refuted');
  expect(steps.map(({ values }) => values['record.other'] ?? null)).toEqual([null, null, null]);
  const needed = `${ENDED} && filled(record.other)`;
  expect(judged({}, needed)?.verdict).toBe('refuted');
  const later = judged({ send: ', fire: { each: record.other, transition: end }' }, needed); // the other one is named afterwards
  expect(later?.steps?.map(({ name }) => name)).toEqual(['create', 'send', 'update', 'end']);
});

test.each([
  ['after: = days(3)', 'refuted'],
  ['after: = days(1)', 'undecided'],
  ['after: = days(3), when: record.size < 9', 'refuted'],
  ['at: = record.due', 'refuted'],
])('an example waits for a timer as far as no other one comes first: %s', (other, verdict) => {
  const more = `after: = days(2) }\n      stop: { from: b, to: a, ${other}`;
  expect(judged({ more })?.verdict).toBe(verdict);
});

test('no example waits while a reaction to the clock or with a calendar may write', () => {
  const every = (when: string): string =>
    `    reactions: { daily: { every: { days: 1, at: "08:00" }${when}, set: { size: 1 } } }\n`;
  expect(judged({ reactions: every('') })?.verdict).toBe('refuted');
  expect(judged({ reactions: every(''), more: 'after: = days(2)' })?.verdict).toBe('undecided');
  expect(judged({ reactions: every(", when: 'record.size > 6'"), more: 'after: = days(2)' })?.verdict).toBe('refuted');
  const late = "    reactions: { late: { when: 'record.due < now', set: { size: 1 } } }\n";
  expect(judged({ reactions: late })?.verdict).toBe('refuted');
  expect(judged({ reactions: late, more: 'after: = days(2)' })?.verdict).toBe('undecided');
});

test('an example refers to no record whose own rules read it, unless that record alone says that they do not matter', () => {
  const { steps = [] } = judged({ job: '' }) ?? {};
  expect(steps.length).toBe(3);
  const text = (rule: string): string => `ninefold: 1
roles: { boss: { thing: all, job: all, user: { refer: true }, runtime: [users] } }
entities:
  thing: { fields: { load: { type: integer, computed: 'size(record.jobs)' }, kept: { type: boolean } } }
  job: { fields: { about: { type: reference, to: thing, inverse: jobs }, size: { type: integer } } }
rules: { job: { p: { never: 'record.size == 3 && filled(record.about)' } }${rule} }
`;
  const verdict = (rule: string): string | undefined =>
    compile([{ path: 'app.yaml', text: text(rule) }]).verdicts.find(({ id }) => id === 'NF0606')?.verdict;
  expect(verdict('')).toBe('refuted');
  expect(verdict(', thing: { few: { check: record.load < 3 } }')).toBe('undecided');
  expect(verdict(', thing: { few: { check: record.load < 3, severity: warning } }')).toBe('undecided');
  expect(verdict(', thing: { few: { never: "record.load > 3 && !record.kept" } }')).toBe('refuted');
  expect(verdict(', thing: { few: { never: "record.load > 3 || !record.kept" } }')).toBe('undecided');
  expect(verdict(', thing: { few: { never: "record.load > 3 && creating" } }')).toBe('undecided');
});
