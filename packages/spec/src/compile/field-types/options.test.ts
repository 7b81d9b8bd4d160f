import { hasOptions } from '@ninefold/model';
import { expect, test } from 'vitest';
import { compile } from '../../compile.ts';
import { completeAt } from '../../inspect/complete.ts';

const SPECIFICATION = (options: string, asked = 'visit.state'): string => `ninefold: 1
roles: { boss: { visit: all, note: all, runtime: [users] } }
entities:
  visit: { fields: { name: { type: string }, mood: { type: choice, options: [good, bad] } } }
  note: { fields: { about: { type: choice, options: ${options}, default: open }, last: { type: choices, options: visit.state } } }
states:
  visit: { initial: open, states: { open: {}, done: { final: true } }, transitions: { end: { from: open, to: done, by: boss } } }
  note:
    initial: new
    states: { new: {}, old: { final: true } }
    transitions: { age: { from: new, to: old, by: boss, input: { seen: { type: choice, options: ${asked} } }, set: { about: = input.seen } } }
rules: { note: { only_open: { check: record.about != "done" } } }
`;

function told(text: string): readonly string[] {
  const { issues } = compile([{ path: 'app.yaml', text }]);
  return issues.flatMap(({ id, severity, params }) =>
    severity === 'notice' ? [] : [`${id} ${params['name'] ?? ''} ${params['nearest'] ?? ''}`.trim()],
  );
}

test('the options of a field, of a list and of a form may be the states of an entity', () => {
  const text = SPECIFICATION('visit.state');
  expect(told(text)).toEqual([]);
  const note = compile([{ path: 'app.yaml', text }]).application?.model.entities['note'];
  const asked = note?.lifecycle?.transitions['age']?.input['seen'];
  const fields = [note?.fields['about'], note?.fields['last'], asked];
  expect(fields.map((field) => hasOptions(field) && field.options)).toEqual(Array(3).fill(['open', 'done']));
});

test('the options of a form may be those of a field of another entity', () => {
  expect(
    told(
      SPECIFICATION('visit.state', 'visit.mood').replace('options: visit.state, default: open', 'options: visit.mood'),
    ),
  ).toEqual(['NF0511 done '].map((one) => one.trim()));
});

test.each([
  ['visit.stat', 'NF0202 visit.stat visit.state'],
  ['vist.state', 'NF0202 vist.state visit.state'],
  ['user.state', 'NF0202 user.state'],
])('the states of %s are none', (name, message) => {
  expect(told(SPECIFICATION(name))[0]).toContain(message);
});

test('a state that is no option is told where a condition names it, and completion offers the states', () => {
  expect(told(SPECIFICATION('visit.state').replace('"done"', '"dnoe"'))).toEqual(['NF0511 dnoe done']);
  const text = SPECIFICATION('');
  const { items } = completeAt(
    [{ path: 'app.yaml', text }],
    { path: 'app.yaml', offset: text.indexOf('options: ,') + 9 },
    'en',
  );
  expect(items.map(({ label }) => label)).toContain('visit.state');
});

const MARKED = `ninefold: 1
entities:
  task:
    fields:
      weight:
        type: choice
        options: { low: {}, high: { label: High, tone: warn }, top: { tone: danger, glyph: top }, side: { glyph: star } }
      also: { type: choices, options: task.weight }
states:
  task:
    initial: open
    states: { open: {}, done: { final: true } }
    transitions: { end: { from: open, to: done, by: administrator, input: { seen: { type: choice, options: task.weight } } } }
`;

test('options have the marks that they declare, and fields that borrow them have them too', () => {
  const task = compile([{ path: 'app.yaml', text: MARKED }]).application?.model.entities['task'];
  const asked = task?.lifecycle?.transitions['end']?.input['seen'];
  const fields = [task?.fields['weight'], task?.fields['also'], asked];
  const marks = {
    high: { tone: 'warn', glyph: 'dot' },
    top: { tone: 'danger', glyph: 'top' },
    side: { tone: 'none', glyph: 'star' },
  };
  expect(fields.map((field) => hasOptions(field) && field.marks)).toEqual([marks, marks, marks]);
});

test('a tone or a glyph that there is not is told, once', () => {
  expect(told(MARKED.replace('tone: warn', 'tone: wran'))).toEqual(['NF0110 wran warn']);
  expect(told(MARKED.replace('glyph: top', 'glyph: tpo'))).toEqual([expect.stringMatching(/^NF0110 tpo/u)]);
});
