import { expect, test } from 'vitest';
import { readAnswer, sentBody } from './objects.ts';

const fields = (...ids: readonly string[]) => Object.fromEntries(ids.map((id) => [id, { id }]));
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
  expect(sentBody(values, {})).toEqual(inside);
  expect(sentBody({ action: 'update', ids: ['1'], values }, {})).toEqual({
    action: 'update',
    ids: ['1'],
    values: inside,
  });
  const file = new Blob(['x']);
  expect([sentBody(file, {}), sentBody(undefined, {}), sentBody('text', {})]).toEqual([file, undefined, 'text']);
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
