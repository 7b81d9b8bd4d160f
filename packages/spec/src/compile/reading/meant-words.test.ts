import { expect, test } from 'vitest';
import { compile } from '../../compile.ts';

const SPECIFICATION = `ninefold: 1
roles: { boss: { thing: all, runtime: [users] } }
entities:
  thing:
    title: '{{name}}'
    fields:
      name: { type: string, label: 氏名 }
      kind: { type: choice, options: { dog: 犬, cat: 猫 }, label: 種類 }
      paid: { type: boolean }
states:
  thing:
    initial: waiting
    states: { waiting: { label: 待合 }, seen: { label: 診察中, final: true } }
    transitions: { call: { from: waiting, to: seen, by: boss } }
rules: { thing: { r: { check: filled(record.name) } } }
screens: { things: { path: /things, list: thing, columns: [name] } }
`;

test.each([
  ['full-width braces of a title', "title: '{{name}}'", 'title: "｛｛name｝｝ x"', 'NF0017 "{{name}} x"'],
  ['one pair of braces beside two', "title: '{{name}}'", 'title: "{{kind}} {name}"', 'NF0202 {{kind}} {{name}}'],
  ['a title without quotes', "title: '{{name}}'", 'title: {{name}} {{kind}}', "NF0009 title: '{{name}} {{kind}}'"],
  ['the label of a column', 'columns: [name]', 'columns: [氏名]', 'NF0202 name'],
  ['the label of a state', 'from: waiting', 'from: 待合', 'NF0204 waiting'],
  [
    'labels beside one that nothing has',
    'columns: [name]',
    'columns: [氏名, 種類, 体重]',
    'NF0202 name;NF0202 kind;NF0202 ',
  ],
  ['yes in Japanese', 'type: boolean', 'type: boolean, search: はい', 'NF0105 true'],
  ['true in full-width letters', 'final: true', 'final: ｔｒｕｅ', 'NF0105 true'],
  ['a field that is its type alone', 'paid: { type: boolean }', 'paid: bool', 'NF0102 { type: boolean }'],
  ['a grant that is its verb alone', 'thing: all', 'thing: read', 'NF0102 { read: true }'],
  ['a grant that is a list of verbs', 'thing: all', 'thing: [read, create]', 'NF0102 { read: true, create: true }'],
  ['a grant that is `true`', 'thing: all', 'thing: true', 'NF0102 all'],
  ['a sign of print', 'check: filled(record.name)', 'check: size(record.name) ≧ 3', 'NF0501 >='],
  ['a full stop of Japanese', 'check: filled(record.name)', 'check: filled(record。name)', 'NF0501 .'],
])('%s is told once, with what is meant', (_, from, to, told) => {
  const { issues } = compile([{ path: 'app.yaml', text: SPECIFICATION.replace(from, () => to) }]);
  const errors = issues.filter(({ severity }) => severity === 'error');
  const meant = errors.map(
    ({ id, params }) => `${id} ${params['nearest'] ?? params['quoted'] ?? params['expected'] ?? ''}`,
  );
  expect(meant.join(';')).toBe(told);
});

test('the specification itself is right', () => {
  const { issues } = compile([{ path: 'app.yaml', text: SPECIFICATION }]);
  expect(issues.filter(({ severity }) => severity === 'error')).toEqual([]);
});
