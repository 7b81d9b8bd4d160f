import { expect, test } from 'vitest';
import { WRITTEN_TYPES } from '../../packages/spec/src/compile/kinds/written-types.ts';
import { ALL_LAYOUTS } from '../../packages/model/src/index.ts';
import { EFFECT_KINDS, NOT_YET_TYPES } from '../../packages/spec/src/index.ts';
import { KINDS, kindsFindings } from './kinds.ts';

function said(code: string, file = 'packages/model/src/writing/a.ts'): readonly string[] {
  return kindsFindings(new Map([[file, code]])).map(({ line, text }) => `${line} ${text}`);
}

test('the names are those of the language', () => {
  const names = (what: string): readonly string[] => [...(KINDS.find((one) => one.what === what)?.names ?? [])].sort();
  expect(names('field type')).toEqual([...WRITTEN_TYPES, ...NOT_YET_TYPES].sort());
  expect(names('layout')).toEqual([...ALL_LAYOUTS].sort());
  expect(names('effect')).toEqual([...EFFECT_KINDS].sort());
});

test('comparisons of the name of a kind, either way round', () => {
  const told = ['1 compares field type "lines": let the table answer'];
  expect(said("if (field.type === 'lines') x();")).toEqual(told);
  expect(said("if ('lines' !== own?.type) x();")).toEqual(told);
  expect(said("fields.some(({ type }) => type === 'lines');")).toEqual(told);
  expect(said("block.block === 'count';")).toEqual(['1 compares block "count": let the table answer']);
  expect(said("if (node.kind === 'lines' || part.type === 'literal') x();")).toEqual([]);
});

test('switches, lists and tables', () => {
  expect(said("switch (field.type) {\n  case 'date':\n    break;\n}")).toEqual([
    '1 switches on field type "date": let the table answer',
  ]);
  expect(said("const A = new Set(['string', 'text']);")).toEqual([
    '1 lists names of a field type: let the table answer',
  ]);
  expect(said("const A = ['string', 'purple'];\nconst schema = { type: ['string', 'number'] };")).toEqual([]);
  expect(said('const A: Partial<Record<FieldType, X>> = { string: a, text: b, date: c };')).toEqual([
    '1 a table by field type outside of the tables',
  ]);
  expect(said('const A: Readonly<Record<FieldType, X>> = { string: a, text: b, date: c };')).toEqual([]);
  expect(said('const A: { readonly [T in FieldType]: X<T> } = { string: a, text: b, date: c };')).toEqual([]);
});

test('tables and tests may name kinds', () => {
  const code = "if (field.type === 'lines') x();";
  expect(said(code, 'packages/model/src/field-types/lines.ts')).toEqual([]);
  expect(said(code, 'packages/model/src/writing/a.test.ts')).toEqual([]);
});

test('a place that is meant says why; a reason for nothing and too many of them are refused', () => {
  const meant = "if (field.type === 'lines') x(); // kinds: only lines have these";
  expect(said(meant)).toEqual([]);
  expect(said('x(); // kinds: nothing')).toEqual(['1 nothing here needs a reason: take the comment away']);
  expect(said(`${meant}\n`.repeat(25))).toEqual([]);
  expect(said(`${meant}\n`.repeat(26))).toEqual(['1 26 places name kinds with a reason; 25 is the end']);
});
