import { expect, test } from 'vitest';
import type { Block } from '../ir/screen.ts';
import { arranged } from './arranged.ts';

const block = (id: string, keep = false): Block => ({
  ...{ id, keep, block: 'count', entity: 'ticket', where: null, roles: null, visibleWhen: null, trend: null },
});
const blocks = [block('mine'), block('late', true), block('costs')];
const said = (arrange: boolean, wanted: Parameters<typeof arranged>[1]) =>
  arranged({ blocks, arrange }, wanted).map((one) => (one.shown ? '' : '-') + one.block.id);

test('blocks stand as their reader wants them, those that are not named last', () => {
  expect(said(true, { order: ['costs', 'gone', 'mine'], hidden: [] })).toEqual(['costs', 'mine', 'late']);
  expect(said(true, undefined)).toEqual(['mine', 'late', 'costs']);
});

test('a block that the author keeps is never hidden', () => {
  expect(said(true, { order: [], hidden: ['mine', 'late', 'gone'] })).toEqual(['-mine', 'late', 'costs']);
});

test('where the author lets nobody arrange, everything is as it is written', () => {
  expect(said(false, { order: ['costs'], hidden: ['mine'] })).toEqual(['mine', 'late', 'costs']);
});
