import { expect, test } from 'vitest';
import { answered, flat, grouped, splitId, nested, objectOf, partsOf } from './parts.ts';
import { fieldInPath, pathOfSteps, shownPath, stepsOf } from './paths.ts';

const field = (id: string) => ({ id });
const fields = Object.fromEntries(['name', 'site.city', 'site.zip', 'base.city'].map((id) => [id, field(id)]));

test('a part is named by its object and by itself; who fired a transition is no part', () => {
  expect(['name', 'site.city', 'did.approve'].map(objectOf)).toEqual([null, 'site', null]);
  expect(['name', 'site.city', 'did.approve'].map(splitId)).toEqual([['name'], ['site', 'city'], ['did.approve']]);
  expect([...partsOf(fields)]).toEqual([
    ['site', ['site.city', 'site.zip']],
    ['base', ['base.city']],
  ]);
});

test('parts stand by their objects, in the place of the first', () => {
  const order = ['site.zip', 'name', 'site.city', 'did.approve'].map(field);
  expect(grouped(order).map((group) => [group.object, group.fields.map(({ id }) => id)])).toEqual([
    ['site', ['site.zip', 'site.city']],
    [null, ['name']],
    [null, ['did.approve']],
  ]);
});

test('values go into objects and out of them', () => {
  const values = { name: 'a', 'site.city': 'Kyoto', 'site.zip': null, 'did.approve': [] };
  const inside = { name: 'a', site: { city: 'Kyoto', zip: null }, 'did.approve': [] };
  expect(nested(values)).toEqual(inside);
  expect(flat(inside, partsOf(fields))).toEqual(values);
  expect(flat({ site: null, base: 5, other: { city: 1 } }, partsOf(fields))).toEqual({
    ...{ 'site.city': null, 'site.zip': null },
    ...{ base: 5, other: { city: 1 } },
  });
  expect(Object.getPrototypeOf(flat(JSON.parse('{"__proto__": {"a": 1}}'), partsOf(fields)))).toBe(Object.prototype);
});

test('in an answer an object of blank parts is null, inside of other records too', () => {
  const team = { id: 't', 'site.city': null, 'site.open': false };
  expect(answered({ id: 'x', 'site.city': null, 'base.city': 'Nara', team, 'did.approve': [team], lines: [] })).toEqual(
    {
      ...{ id: 'x', site: null, base: { city: 'Nara' }, team: { id: 't', site: null } },
      ...{ 'did.approve': [{ id: 't', site: null }], lines: [] },
    },
  );
});

test('a path has a step for each reference and one for each field', () => {
  const steps = ['record', 'team', 'site.city'];
  expect(pathOfSteps(steps)).toBe('record.team.site:city');
  expect(stepsOf('record.team.site:city')).toEqual(steps);
  expect(shownPath('record.team.site:city')).toBe('record.team.site.city');
  expect(fieldInPath('record.site:city')).toBe('site.city');
  expect(pathOfSteps(['record', 'did.approve'])).toBe('record.did.approve');
});
