import { expect, test } from 'vitest';
import { readAnswer, sentBody } from './objects.ts';

const fields = (...ids: readonly string[]) => Object.fromEntries(ids.map((id) => [id, { id, type: 'string' }]));
const entities = {
  house: { fields: fields('name', 'site.zip', 'site.city') },
  flat: { fields: fields('name') },
};
const stateOf = (model: object) => ({
  api: {
    queries: { 'model("u")': { endpointName: 'model', data: { model } }, 'record(1)': { endpointName: 'record' } },
  },
});
const state = stateOf({ entities });

test('a body goes out with parts inside of their objects, however deep it stands', () => {
  const owner = { id: 'u', title: 'Ann' };
  const values = { name: 'a', 'site.zip': null, 'site.city': 'Nara', owner, lines: [{ qty: 1 }] };
  const inside = { name: 'a', site: { zip: null, city: 'Nara' }, owner, lines: [{ qty: 1 }] };
  expect(sentBody('/api/house', values, {})).toEqual(inside);
  expect(sentBody('/api/house/bulk', { action: 'update', ids: ['1'], values }, {})).toEqual({
    action: 'update',
    ids: ['1'],
    values: inside,
  });
  const file = new Blob(['x']);
  expect([sentBody('', file, {}), sentBody('', undefined, {}), sentBody('', 'text', {})]).toEqual([
    file,
    undefined,
    'text',
  ]);
});

test('a record comes in with each part under its own id, blank ones too', () => {
  const record = { id: '1', name: 'a', site: { city: 'Nara' } };
  const known = { id: '1', name: 'a', 'site.city': 'Nara' };
  expect(readAnswer('/api/house/1', record, state)).toEqual(known);
  expect(readAnswer('/api/house?sort=name', { items: [record], total: 1 }, state)).toEqual({
    items: [known],
    total: 1,
  });
  expect(readAnswer('/api/house/1', { id: '1', site: null }, state)).toEqual({
    ...{ id: '1', 'site.zip': null, 'site.city': null },
  });
});

test('every other answer stays as it is', () => {
  const answer = { items: [{ site: { city: 'x' } }] };
  for (const url of ['/api/flat', '/api/house/1/history', '/_/home', '/api/toString', '/api/batch'])
    expect(readAnswer(url, answer, state)).toEqual(answer);
  const done = { done: 1, failed: 0, results: [{ id: '1', problem: null }] };
  expect(readAnswer('/api/house/bulk', done, state)).toEqual(done);
  expect(readAnswer('/api/house', answer, stateOf({ entities: { house: { fields: fields('site') } } }))).toBe(answer);
  expect(readAnswer('/api/house', answer, { api: { queries: {} } })).toBe(answer);
  expect(readAnswer('/api/house', null, state)).toBeNull();
});

test('a value of JSON is a text on the pages, and itself on its way', () => {
  const log = { id: 'log', type: 'json' };
  const known = stateOf({ entities: { house: { fields: { name: fields('name')['name'], log } } }, languages: ['en'] });
  const value = { 'a.b': { id: 'x' }, 10: [1, 'ä'] };
  const text = '{"10":[1,"ä"],"a.b":{"id":"x"}}';
  expect(readAnswer('/api/house/1', { id: '1', log: value }, known)).toEqual({ id: '1', log: text });
  expect(readAnswer('/api/house', { items: [{ id: '1', log: 'x' }] }, known)).toEqual({
    items: [{ id: '1', log: '"x"' }],
  });
  expect(sentBody('/api/house/1', { log: text }, known)).toEqual({ log: value });
  expect(sentBody('/api/house', { log: null, name: '5' }, known)).toEqual({ log: null, name: '5' });
  const bulk = (log: unknown) => ({ action: 'update', values: { log }, ids: [{ id: '1', values: { log } }] });
  expect(sentBody('/api/house/bulk', bulk(text), known)).toEqual(bulk(value));
});
