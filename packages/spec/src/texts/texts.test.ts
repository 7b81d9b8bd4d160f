import { expect, test } from 'vitest';
import { compile } from '../compile.ts';

const APP = `ninefold: 1
purpose: { name: shop_floor, languages: [de, en] }
roles: { boss: { label: Chefin, order: all, runtime: [users] } }
entities:
  order:
    label: Auftrag
    fields:
      kind: { type: choice, options: { new_one: Neu, other: Anderes }, hint: Welche Art }
`;

function compiled(others: Readonly<Record<string, string>>): ReturnType<typeof compile> {
  const files = Object.entries({ 'app.yaml': APP, ...others });
  return compile(files.map(([path, text]) => ({ path, text })));
}

test('texts beside the things are those of the source language, filled up with ids in words', () => {
  const texts = compiled({}).application?.texts['de'];
  expect(texts).toMatchObject({
    purpose: { name: 'Shop floor' },
    roles: { boss: { label: 'Chefin' } },
    entities: {
      order: {
        label: 'Auftrag',
        label_many: 'Auftrag',
        fields: { kind: { label: 'Kind', hint: 'Welche Art', options: { new_one: { label: 'Neu' } } } },
      },
      user: {
        fields: {
          roles: { options: { boss: { label: 'Chefin' } } },
          language: { options: { en: { label: 'English' } } },
        },
      },
    },
  });
});

test('other languages stay partial, and what they lack is counted', () => {
  const { application, issues } = compiled({
    'locales/en/app.json': '{ "entities": { "order": { "label_one": "Order", "label_other": "Orders" } } }',
  });
  expect(application?.texts['en']?.['purpose']).toBeUndefined();
  expect(application?.texts['en']).toMatchObject({ entities: { order: { label_other: 'Orders' } } });
  const missing = issues.filter(({ id }) => id === 'NF1103');
  expect(missing.map(({ params }) => params['language'])).toEqual(['de', 'en']);
  expect(issues.some(({ id }) => id === 'NF1104')).toBe(false);
});

test('a locale file wins over the text beside the thing', () => {
  const { application } = compiled({ 'locales/de/a.json': '{ "entities": { "order": { "label": "Bestellung" } } }' });
  expect(application?.texts['de']).toMatchObject({ entities: { order: { label: 'Bestellung' } } });
});

test('a text named like a part of every object is only a text', () => {
  const { application } = compiled({
    'locales/de/a.json': '{ "__proto__": { "label": "x" }, "constructor": { "prototype": "y" } }',
  });
  expect(application).not.toBeNull();
  expect(({} as Readonly<Record<string, unknown>>)['label']).toBeUndefined();
});
