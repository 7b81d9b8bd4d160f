import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { loadSpecification } from '@ninefold/server/specification';
import { textsIn } from '../texts/texts.ts';
import { completeTexts } from './complete-texts.ts';

const APP = `ninefold: 1
purpose: { languages: [en, de] }
roles: { boss: { label: Boss, thing: all, runtime: [users] } }
entities: { thing: { fields: { name: { type: string } } } }
screens: { menu: { work: [thing, user] } }
`;

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-texts-'));
  for (const [path, text] of Object.entries({ 'app.yaml': APP, ...files })) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

async function completed(folder: string, language = 'de'): Promise<readonly [number, string]> {
  const printed: string[] = [];
  const out = vi.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
  const err = vi.spyOn(process.stderr, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
  try {
    const status = await completeTexts({
      words: [language, folder],
      flags: {},
      say: textsIn('en'),
      language: 'en',
      command: 'ninefold',
    });
    return [status, printed.join('')];
  } finally {
    out.mockRestore();
    err.mockRestore();
  }
}

const read = (folder: string, path: string): unknown => JSON.parse(readFileSync(join(folder, path), 'utf8'));

test('a skeleton has every missing key, in files named as those of the source language, and its gaps stay missing', async () => {
  const folder = folderWith({
    'locales/en/things.json': '{ "entities": { "thing": { "label": "Thing" } } }',
    'locales/de/things.json': '{ "entities": { "thing": { "fields": { "gone": { "label": "x" } } } } }',
  });
  const [status, printed] = await completed(folder);
  expect([status, printed.includes('entities.thing.label: Thing')]).toEqual([0, true]);
  expect(read(folder, 'locales/de/things.json')).toEqual({ entities: { thing: { label: '' } } });
  expect(read(folder, 'locales/de/app.json')).toMatchObject({
    entities: { thing: { label_many: '', fields: { name: { label: '' } } } },
    screens: { menu: { work: { label: '' } } },
  });
  const { application, issues } = await loadSpecification(folder);
  expect(issues.filter(({ id }) => id === 'NF1104')).toEqual([]);
  expect(issues.find(({ id, params }) => id === 'NF1103' && params['language'] === 'de')?.params['keys']).toContain(
    'entities.thing.label',
  );
  expect(application?.texts['de']?.['screens']).toBeUndefined();
});

test('a second call changes nothing, and what was written in between is kept', async () => {
  const folder = folderWith({});
  await completed(folder);
  const path = 'locales/de/app.json';
  const text = readFileSync(join(folder, path), 'utf8').replace('"label": ""', '"label": "Ding"');
  writeFileSync(join(folder, path), text);
  const [, printed] = await completed(folder);
  expect(readFileSync(join(folder, path), 'utf8')).toBe(text);
  expect(printed).toMatch(/0 keys were added, 0 removed/);
});

test('a language that the application does not have is named, and nothing is written', async () => {
  const [status, printed] = await completed(folderWith({}), 'fr');
  expect([status, printed]).toEqual([1, expect.stringContaining('en, de')]);
});

test('a text that stands in the place of its label is kept there, and what is removed is printed with its text', async () => {
  const app = APP.replace('name: { type: string }', 'kind: { type: choice, options: [travel, meals] }');
  const options = { travel: 'Reise', gone: 'Fort' };
  const folder = folderWith({
    'app.yaml': app,
    'locales/de/app.json': JSON.stringify({ entities: { thing: { fields: { kind: { options } } } } }),
  });
  const [status, printed] = await completed(folder);
  expect(status).toBe(0);
  expect(read(folder, 'locales/de/app.json')).toMatchObject({
    entities: { thing: { fields: { kind: { options: { travel: { label: 'Reise' }, meals: { label: '' } } } } } },
  });
  expect(printed).toContain('- entities.thing.fields.kind.options.gone: Fort\n');
  expect(printed).toContain(
    '+ entities.thing.fields.kind.options.travel → entities.thing.fields.kind.options.travel.label\n',
  );
  const { issues } = await loadSpecification(folder);
  expect(issues.filter(({ id }) => id === 'NF1104')).toEqual([]);
});
