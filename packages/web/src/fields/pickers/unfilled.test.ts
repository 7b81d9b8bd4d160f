import { describe, expect, it } from 'vitest';
import type { Entity, Expression, Field, Scope, Wire } from '@ninefold/model';
import { unfilledFor } from './unfilled.ts';

const reading = (...reads: readonly string[]): Expression => {
  return {
    source: '',
    type: { kind: 'boolean' },
    tree: { node: 'literal', type: { kind: 'boolean' }, value: true },
    reads,
  };
};
const field = (id: string, more: object = {}): Field =>
  ({ id, type: 'reference', computed: null, copy: null, ...more }) as Field;
const parts = field('parts', { type: 'lines', fields: { kind: field('kind'), item: field('item') } });
const wait = { id: 'wait', input: { reason: field('reason'), helper: field('helper') } };
const ticket = {
  id: 'ticket',
  fields: {
    category: field('category'),
    urgent: field('urgent', { type: 'boolean' }),
    tags: field('tags', { type: 'choices' }),
    team: field('team', { copy: { expression: reading('record.category.team'), ifBlank: false } }),
    desk: field('desk', { computed: { expression: reading('record.team.desk', 'record.desk') } }),
    parts,
  },
  lifecycle: { transitions: { wait } },
  lifecycles: {},
} as unknown as Entity;

const unfilled = (
  where: Expression | null,
  record: Readonly<Record<string, Wire>>,
  place: object = {},
  more: object = {},
) => {
  const scope: Scope = { record, ...more, limits: {}, now: '', today: '', timeZone: 'UTC' };
  return unfilledFor({ where }, { entity: 'ticket', ...place }, ticket, scope).map((one) => one.field.id);
};

describe('the empty fields that decide what a picker offers', () => {
  it('are those of the record that its condition reads', () => {
    const where = reading('option.team', 'record.category', 'record.tags', 'user.team');
    expect(unfilled(where, {})).toEqual(['category', 'tags']);
    expect(unfilled(where, { category: { id: 'c' }, tags: [] })).toEqual(['tags']);
    expect(unfilled(where, { category: { id: 'c' }, tags: ['a'] })).toEqual([]);
  });

  it('are the sources of a copy and of a computed field, and these themselves where no source is empty', () => {
    expect(unfilled(reading('record.team'), {})).toEqual(['category']);
    expect(unfilled(reading('record.desk'), {})).toEqual(['category']);
    expect(unfilled(reading('record.team'), { category: { id: 'c' } })).toEqual(['team']);
    expect(unfilled(reading('record.desk'), { category: { id: 'c' }, team: { id: 't' } })).toEqual(['desk']);
  });

  it('are those of the line and of the form of a transition', () => {
    const line = { lines: 'parts' };
    expect(unfilled(reading('line.kind', 'option.kind'), {}, line, { line: {} })).toEqual(['kind']);
    expect(unfilled(reading('line.kind'), {}, line, { line: { kind: { id: 'k' } } })).toEqual([]);
    const step = { transition: 'wait' };
    expect(unfilled(reading('input.helper', 'record.category'), {}, step, { input: {} })).toEqual([
      'helper',
      'category',
    ]);
  });

  it('are none without a condition, where only the server knows it, of what the reader does not know, and in a filter', () => {
    expect(unfilled(null, {})).toEqual([]);
    expect(unfilled({ ...reading('record.category'), tree: null }, {})).toEqual([]);
    expect(unfilled(reading('record.secret'), {})).toEqual([]);
    expect(unfilled(reading('record.category'), {}, { isFilter: true })).toEqual([]);
  });
});
