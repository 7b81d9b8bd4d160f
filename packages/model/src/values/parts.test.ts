import { expect, test } from 'vitest';
import {
  allLanguages,
  answered,
  fieldIn,
  flat,
  grouped,
  groupsAbove,
  haveGroups,
  isTranslated,
  isWithin,
  nameInGroup,
  nested,
  objectOf,
  parentOf,
  partsOf,
  splitId,
} from './parts.ts';
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
  expect(nested(values, 'en')).toEqual(inside);
  expect(flat(inside, fields)).toEqual(values);
  expect(flat({ site: null, base: 5, other: { city: 1 } }, fields)).toEqual({
    ...{ 'site.city': null, 'site.zip': null },
    ...{ base: 5, other: { city: 1 } },
  });
  expect(Object.getPrototypeOf(flat(JSON.parse('{"__proto__": {"a": 1}}'), fields))).toBe(Object.prototype);
});

test('in an answer an object of blank parts is null, inside of other records too', () => {
  const team = { id: 't', 'site.city': null, 'site.open': false };
  expect(
    answered({ id: 'x', 'site.city': null, 'base.city': 'Nara', team, 'did.approve': [team], lines: [] }, 'en'),
  ).toEqual({
    ...{ id: 'x', site: null, base: { city: 'Nara' }, team: { id: 't', site: null } },
    ...{ 'did.approve': [{ id: 't', site: null }], lines: [] },
  });
});

const spoken = Object.fromEntries(
  [
    { id: 'size', language: null },
    { id: 'name', language: 'en' },
    { id: 'name.ja', language: 'ja', translates: 'name' },
    { id: 'toString', language: 'en' },
    { id: 'toString.ja', language: 'ja', translates: 'toString' },
  ].map((one) => [one.id, one]),
);

test('a translated field has a text in each language, and stands in JSON with all of them', () => {
  const values = { size: 1, name: 'Rooms', 'name.ja': '会議室', toString: null, 'toString.ja': '' };
  const inside = { size: 1, name: { en: 'Rooms', ja: '会議室' }, toString: { en: null, ja: '' } };
  expect(nested(values, 'en')).toEqual(inside);
  expect(nested({ 'name.ja': 'a', name: 'b' }, 'en')).toEqual({ name: { ja: 'a', en: 'b' } });
  expect(nested({ name: 'alone' }, 'en')).toEqual({ name: 'alone' });
  expect(flat(inside, spoken)).toEqual(values);
  expect(flat({ name: null, toString: 'x' }, spoken)).toEqual({ name: null, 'name.ja': null, toString: 'x' });
  expect(flat({ name: { fr: 'x' } }, spoken)).toEqual({ 'name.fr': 'x' });
  expect(answered({ id: 'x', of: { id: 'y', name: null, 'name.ja': null } }, 'en')).toEqual({
    id: 'x',
    of: { id: 'y', name: null },
  });
});

test('a text is read in a language where it has one; a translated field is no object', () => {
  const [size, name] = [
    { id: 'size', language: null },
    { id: 'name', language: 'en' },
  ] as const;
  expect(fieldIn(spoken, name, 'ja')?.id).toBe('name.ja');
  expect([fieldIn(spoken, name, 'en'), fieldIn(spoken, name, 'fr'), fieldIn(spoken, size, 'ja')]).toEqual([
    null,
    null,
    null,
  ]);
  expect(allLanguages(spoken, name).map(({ id }) => id)).toEqual(['name', 'name.ja']);
  expect(partsOf(spoken).size).toBe(0);
  expect(grouped(Object.values(spoken)).map(({ object, fields: own }) => [object, own.length])).toEqual([
    [null, 1],
    ['name', 2],
    ['toString', 2],
  ]);
});

// A part that is a reference to one of several entities, and one that is translated. A part may be called as the source language is.
const deep = Object.fromEntries(
  [
    { id: 'site.zip' },
    { id: 'site.owner.user' },
    { id: 'site.street', language: 'en' },
    { id: 'site.street.ja', language: 'ja', translates: 'site.street' },
    { id: 'name' },
    { id: 'site.owner.team' },
    { id: 'site.en', language: 'en' },
    { id: 'site.en.ja', language: 'ja', translates: 'site.en' },
  ].map((one) => [one.id, one]),
);

test('a part that is a group has parts itself, which are of both', () => {
  expect(['site.owner.team', 'site.zip', 'name'].map(objectOf)).toEqual(['site', 'site', null]);
  expect(['site.owner.team', 'site.zip', 'name', 'did.approve'].map(parentOf)).toEqual([
    'site.owner',
    'site',
    ...[null, null],
  ]);
  expect(groupsAbove('site.owner.team')).toEqual(['site', 'site.owner']);
  expect([...partsOf(deep)]).toEqual([
    ['site', Object.keys(deep).filter((id) => id !== 'name')],
    ['site.owner', ['site.owner.user', 'site.owner.team']],
  ]);
  const shown = (above: string | null) =>
    grouped(Object.values(deep), above).map(({ object, fields: own }) => [object, own.map(nameInGroup).join(' ')]);
  expect(shown(null)).toEqual([
    ['site', 'zip user en ja team en ja'],
    [null, 'name'],
  ]);
  expect(grouped(Object.values(deep), 'site').map(({ object }) => object)).toEqual([
    ...[null, 'site.owner', 'site.street', null, 'site.en'],
  ]);
  const texts = Object.values(deep).filter((one) => isWithin(one, 'site.street'));
  expect(texts.map(({ id }) => id)).toEqual(['site.street', 'site.street.ja']);
  expect(
    Object.values(deep)
      .filter(isTranslated)
      .map(({ id }) => id),
  ).toEqual(['site.street', 'site.en']);
  expect(allLanguages(deep, { id: 'site.en', language: 'en' }).map(({ id }) => id)).toEqual(['site.en', 'site.en.ja']);
  expect(haveGroups(deep)).toBe(true);
});

test('values go into groups of parts and out of them', () => {
  const values = {
    ...{ 'site.zip': null, 'site.owner.user': null, 'site.street': 'Elm', 'site.street.ja': '楡', name: 'a' },
    ...{ 'site.owner.team': { id: 't' }, 'site.en': null, 'site.en.ja': '' },
  };
  const site = {
    ...{ zip: null, owner: { user: null, team: { id: 't' } }, street: { en: 'Elm', ja: '楡' } },
    ...{ en: { en: null, ja: '' } },
  };
  expect(nested(values, 'en')).toEqual({ name: 'a', site });
  expect(nested({ 'site.street.ja': '楡', 'site.street': 'Elm' }, 'en')).toEqual({ site: { street: site.street } });
  expect(flat({ name: 'a', site }, deep)).toEqual(values);
  const blank = Object.fromEntries(Object.keys(values).map((id) => [id, null]));
  expect(flat({ name: null, site: null }, deep)).toEqual(blank);
  expect(flat({ site: { owner: null, street: 'Oak', zip: 5 } }, deep)).toEqual({
    ...{ 'site.owner.user': null, 'site.owner.team': null, 'site.street': 'Oak', 'site.zip': 5 },
  });
  expect(flat({ site: { owner: 5, 'owner.team': 't', other: { x: 1 } } }, deep)).toEqual({
    ...{ 'site.owner': 5, 'site."owner.team"': 't', 'site.other': { x: 1 } },
  });
  expect(answered({ ...values, 'site.owner.team': { id: 't', 'site.zip': null } }, 'en')).toEqual({
    name: 'a',
    site: { ...site, owner: { user: null, team: { id: 't', site: null } } },
  });
  expect(answered({ ...blank, 'site.en.ja': null }, 'en')).toEqual({ name: null, site: null });
});

test('a path has a step for each reference and one for each field', () => {
  const steps = ['record', 'team', 'site.city'];
  expect(pathOfSteps(steps)).toBe('record.team.site:city');
  expect(stepsOf('record.team.site:city')).toEqual(steps);
  expect(shownPath('record.team.site:city')).toBe('record.team.site.city');
  expect(fieldInPath('record.site:city')).toBe('site.city');
  expect(pathOfSteps(['record', 'site.owner.team', 'name'])).toBe('record.site:owner:team.name');
  expect(stepsOf('record.site:owner:team.name')).toEqual(['record', 'site.owner.team', 'name']);
  expect(pathOfSteps(['record', 'did.approve'])).toBe('record.did.approve');
});
