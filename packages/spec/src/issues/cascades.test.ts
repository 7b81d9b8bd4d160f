import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Issue } from '../application.ts';
import { compile } from '../compile.ts';

const DESK = join(import.meta.dirname, '../../../../examples/service-desk');
const files = readdirSync(DESK, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.yaml') || /^locales.*\.(?:json|md)$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(DESK, path), 'utf8') }));

const WORD =
  /\b(?:type|to|by|kind|format|initial|from|key|on_delete|reaction|severity|at|error|list|form|record|page|inverse|includes|members): [a-z_]+/g;
/** One of this many mistakes is tried: all of them take too long for every run. */
const EACH = 6;

const mistakes = files
  .filter(({ path }) => path.endsWith('.yaml'))
  .flatMap((file) => [...file.text.matchAll(WORD)].map((match) => ({ file, at: match.index + match[0].length })))
  .filter((_, index) => index % EACH === 0);

test('a word that is wrong is told where it stands, not again wherever it is used', () => {
  const noisy = mistakes.flatMap(({ file, at }) => {
    const text = `${file.text.slice(0, at)}q${file.text.slice(at)}`;
    const line = text.slice(0, at).split('\n').length;
    const { issues } = compile(files.map((one) => (one === file ? { ...one, text } : one)));
    const errors = issues.filter(({ severity }) => severity === 'error');
    const isHere = (issue: (typeof errors)[number]): boolean => issue.file === file.path && issue.line === line;
    return errors.some(isHere) && !errors.every(isHere)
      ? [errors.map(({ id, line: at }) => `${id}:${String(at)}`)]
      : [];
  });
  expect(mistakes.length).toBeGreaterThan(30);
  expect(noisy).toEqual([]);
}, 300_000);

test('a board by a choice, or with a sum, that is broken is told at the field alone', () => {
  const broken = ([written, changed]: readonly [string, string]): readonly string[] =>
    compile(files.map((one) => ({ ...one, text: one.text.replace(written, changed) })))
      .issues.filter(({ severity }) => severity === 'error')
      .map(({ id }) => id);
  expect(broken(['      priority:\n        type: choice', '      priority:\n        type: choiceq'])).toEqual([
    'NF0110',
  ]);
  expect(broken(['      total:\n        type: money', '      total:\n        type: moneyq'])).toEqual(['NF0110']);
});

test.each([
  ['a field', 'ticket.yaml', 'solution: {', 'Solution: {', 'ticket.yaml'],
  ['a state of another case', 'ticket.yaml', '      waiting: {', '      Waiting: {', 'ticket.yaml'],
])('%s with a bad id is told there', (_, path, written, changed, told) => {
  const changedFiles = files.map((one) =>
    one.path === path ? { ...one, text: one.text.replace(written, changed) } : one,
  );
  const errors = compile(changedFiles).issues.filter(({ id }) => id === 'NF0107');
  expect(errors.map(({ file }) => file)).toEqual([told]);
});

const YAML = files.filter(({ path }) => path.endsWith('.yaml'));

/** Breaks one of this many lines. */
const EACH_LINE = 40;

const breaks = YAML.flatMap((file) =>
  file.text
    .split('\n')
    .map((line, index) => ({ file, line, index }))
    .filter(({ line, index }) => /\w: /.test(line) && index % EACH_LINE === 7),
);

test('a file that is no YAML is told, and nothing follows from what it would have said', () => {
  const place = ({ id, file, line }: Issue): string => `${id} ${file}:${String(line)}`;
  const always = new Set(compile(files).issues.map(place)); // notices of the files as they are
  const noisy = breaks.flatMap(({ file, line, index }) => {
    const lines = file.text.split('\n').with(index, line.replace(': ', ': [{'));
    const { issues } = compile(files.map((one) => (one === file ? { ...one, text: lines.join('\n') } : one)));
    const elsewhere = issues.filter((issue) => issue.file !== file.path && !always.has(place(issue)));
    expect(issues.map(({ severity }) => severity)).toContain('error');
    return elsewhere.map((issue) => `${file.path}:${String(index + 1)} -> ${place(issue)}`);
  });
  expect(breaks.length).toBeGreaterThan(10);
  expect(noisy).toEqual([]);
}, 300_000);

test.each([
  ['type: sequence', 'type: sequenc', 'NF0110'],
  ['required: true', 'requird: true', 'NF0101'],
  ["'sum(record.lines.map(l, l.sum))'", "'sum(record.lines.map(l, l.sum)'", 'NF0524'],
  ['line.qty * line.price', 'line.qty * line.item', 'NF0508'],
])('another file that is broken does not hide %s written as %s', (written, changed, id) => {
  const found = compile(
    files.map((one) =>
      one.path === 'asset.yaml'
        ? { ...one, text: one.text.replace('fields:', 'fields: }') }
        : { ...one, text: one.path === 'ticket.yaml' ? one.text.replace(written, changed) : one.text },
    ),
  ).issues;
  expect(new Set(found.map((issue) => `${issue.file} ${issue.id}`))).toEqual(
    new Set(['asset.yaml NF0001', `ticket.yaml ${id}`]),
  );
});

test.each([
  ['a point under another name', 'entities:', 'entites:', 'NF0101'],
  ['an entity under a bad id', '\n  asset:\n    title', '\n  Asset:\n    title', 'NF0107'],
  ['a key that is misspelt', '{ from: ', '{ form: ', 'NF0101'],
  ['a key without a value', '      to: until\n', '      to:\n', 'NF0006'],
  ['a state that is misspelt', 'to: open', 'to: opne', 'NF0204'],
  ['a limit that is misspelt', 'limits.subject_length', 'limits.subject_lenght', 'NF0510'],
])('%s is all that is told', (_name, written, changed, id) => {
  const told = (all: typeof files): readonly string[] =>
    compile(all).issues.map((issue) => `${issue.id} ${issue.file}`);
  const known = new Set(told(files));
  const file = files.find(({ path, text }) => path.endsWith('.yaml') && text.includes(written));
  const broken = files.map((one) => (one === file ? { ...one, text: one.text.replace(written, changed) } : one));
  expect(told(broken).filter((one) => !known.has(one))).toEqual([`${id} ${file?.path ?? ''}`]);
});

test.each([
  ['by one word', 'inverse: members', 'related_name: members', ['NF0101']],
  ['and another name that is not there', 'inverse: members', 'related_name: colleagues', ['NF0101', 'NF0505']],
])('a key of another product that would have named a list is told alone, %s', (_, written, changed, ids) => {
  const app = `ninefold: 1
roles: { boss: { thing: all, team: all, runtime: [users] } }
entities:
  team: { fields: { name: { type: string }, size: { type: integer, computed: size(record.members) } } }
  thing: { fields: { team: { type: reference, to: team, inverse: members } } }
`;
  const { issues } = compile([{ path: 'app.yaml', text: app.replace(written, changed) }]);
  const told = issues.filter(({ severity, id }) => severity === 'error' && id !== 'NF0901');
  expect(told.map(({ id }) => id).sort()).toEqual(ids);
});

test('a limit whose entity is left out is told there, and not by the conditions that read the limit', () => {
  const app = `ninefold: 1
roles: { boss: { thing: all, team: all, runtime: [users] } }
limits: { first: { type: reference, to:, value: A } }
entities:
  team: { title: "{{name}}", fields: { name: { type: string } } }
  thing: { fields: { team: { type: reference, to: team, default: = limits.first } } }
rules: { thing: { other: { reject_when: record.team == limits.first } } }
`;
  const { issues } = compile([{ path: 'app.yaml', text: app }]);
  const told = issues.filter(({ severity, id }) => severity === 'error' && id !== 'NF0901');
  expect(told.map(({ id, line }) => [id, line])).toEqual([['NF0006', 3]]);
});
