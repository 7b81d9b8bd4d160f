import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compile, RESERVED, RESERVED_AT } from '@ninefold/spec';
import { loadSpecification } from '@ninefold/server/specification';
import { textsIn } from '../texts/texts.ts';
import { fromCsv, filesOf } from './from-csv.ts';
import { make } from './make.ts';

const CSV = `Tag,Name,Bought on,Price,Kind,E-Mail,備考
NB-1,"Laptop, big",2025-01-31,1200.50,laptop,ann@example.test,=cmd
NB-2,Laptop,2025-02-01,900,laptop,ben@example.test,"二行
です"
MO-1,Monitor,,250,monitor,ann@example.test,
MO-2,Monitor,2025-03-01,250,monitor,ann@example.test,
`;

const call = (words: readonly string[], flags: Readonly<Record<string, string>> = {}) => ({
  words,
  flags,
  say: textsIn('en'),
  language: 'en',
  command: 'ninefold',
});

test('a file of records becomes a specification that the checker accepts, records and all', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-new-'));
  writeFileSync(join(folder, 'Assets 2025.csv'), CSV);
  const made = join(folder, 'made');
  expect(await make(call([made], { csv: join(folder, 'Assets 2025.csv') }))).toBe(0);
  const { application, issues } = await loadSpecification(made);
  expect(issues.filter(({ severity }) => severity === 'error')).toEqual([]);
  const fields = application?.model.entities['assets_2025']?.fields ?? {};
  expect(Object.values(fields).map(({ id, type }) => `${id}: ${type}`)).toEqual([
    'tag: string',
    'name: string',
    'bought_on: date',
    'price: number',
    'kind: choice',
    'e_mail: string',
    'column_7: text',
  ]);
  expect(application?.model.entities['assets_2025']?.key).toBe('tag');
  expect(application?.data[0]?.rows).toHaveLength(4);
  expect(readFileSync(join(made, 'app.yaml'), 'utf8')).toContain('label: "備考"');
});

test.each([
  [{ example: 'reception' }, 'Front Desk 2', 'front_desk_2'],
  [{ example: 'reception' }, '受付', 'reception'],
  [{ csv: '名簿.csv' }, 'members', 'members'],
  [{ csv: '名簿.csv' }, '会員', 'thing'],
  [{ csv: 'people.csv' }, '会員', 'people'],
])(
  'an application from %o in the folder %s has the name %s, so that it has data of its own',
  async (from, name, id) => {
    const folder = mkdtempSync(join(tmpdir(), 'ninefold-new-'));
    const csv = 'csv' in from ? { csv: join(folder, from.csv ?? '') } : {};
    if (csv.csv !== undefined) writeFileSync(csv.csv, '番号,名前\nA1,椅子\nA2,机\n');
    await make(call([join(folder, name)], { ...from, ...csv }));
    const { application, issues } = await loadSpecification(join(folder, name));
    expect(issues.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(application?.model.name).toBe(id);
  },
);

test.each(['empty', 'reception', 'service-desk'])('a copy of the example %s runs', async (example) => {
  const made = join(mkdtempSync(join(tmpdir(), 'ninefold-new-')), 'app');
  await make(call([made], { example }));
  expect((await loadSpecification(made)).application).not.toBeNull();
});

test('a folder that holds something is left alone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-new-'));
  writeFileSync(join(folder, 'x'), '');
  await expect(make(call([folder]))).rejects.toMatchObject({ key: 'refused.new_exists' });
});

test('a file as German programs write it becomes an application that people can use', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-new-'));
  writeFileSync(
    join(folder, 'patient.csv'),
    'Name;Geboren;Guthaben\nAnna Adler;03.05.1990;1.234,50\nBert Baum;31.12.1985;-7\n',
  );
  const made = join(folder, 'made');
  expect(await make(call([made], { csv: join(folder, 'patient.csv') }))).toBe(0);
  const { application, issues } = await loadSpecification(made);
  expect(issues.filter(({ id }) => id !== 'NF1103')).toEqual([]); // missing texts
  expect(readFileSync(join(made, 'data/patient.csv'), 'utf8')).toBe(
    'name,geboren,guthaben\nAnna Adler,1990-05-03,1234.50\nBert Baum,1985-12-31,-7\n',
  );
  expect(application?.model.roles['employee']?.members).toBe('everyone');
});

const SYSTEM = ['created_at', 'changed_by', 'state_since', 'roles', 'title', 'email', 'active', 'comments', 'history'];
const WORDS = new Set([
  ...RESERVED,
  ...Object.values(RESERVED_AT).flat(),
  ...SYSTEM,
  'user',
  'employee',
  'all',
  'read',
  'no',
]);

test.each([...WORDS])('a file and a column called %s become an application that can run', (word) => {
  const files = filesOf(fromCsv(`${word}.csv`, `name,${word}\na,b\nc,d\n`));
  const { issues } = compile(Object.entries(files).map(([path, text]) => ({ path, text })));
  expect(issues.filter(({ severity }) => severity === 'error').map(({ id, params }) => [id, params])).toEqual([]);
});

test('yes and no become true and false', () => {
  const found = fromCsv('a.csv', 'name,done,済\na,Yes,はい\nb,no,\nc,NO,いいえ\n');
  expect(found.columns.map(({ guess }) => guess.type)).toEqual(['string', 'boolean', 'boolean']);
  expect(filesOf(found)['data/a.csv']).toBe('name,done,column_3\na,true,true\nb,false,\nc,false,false\n');
});

test('semicolons and tabs divide too, and names become ids once each', () => {
  const found = fromCsv('a.csv', 'id;id;Für alle;in\n1;2;3;4\n5;6;7;8\n');
  expect(found.columns.map(({ id }) => id)).toEqual(['id_2', 'id_3', 'fur_alle', 'in_2']);
  expect(filesOf(found)['data/a.csv']?.split('\n')[1]).toBe('1,2,3,4');
});

test('a file in Shift_JIS is read as what it says, and its names are the Japanese texts of who reads Japanese', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-new-'));
  const rows = Buffer.from('8e8196bc2c90940a8e5293632c310a97e996d82c320a', 'hex'); // 氏名,数 / 山田,1 / 鈴木,2
  writeFileSync(join(folder, 'person.csv'), rows);
  const made = join(folder, 'made');
  await make({ ...call([made], { csv: join(folder, 'person.csv') }), language: 'ja' });
  expect(readFileSync(join(made, 'data/person.csv'), 'utf8')).toContain('山田,1\n鈴木,2\n');
  const { application } = await loadSpecification(made);
  expect(application?.model.languages).toEqual(['ja', 'en']);
  expect(application?.texts['ja']).toMatchObject({ entities: { person: { fields: { column_1: { label: '氏名' } } } } });
});
