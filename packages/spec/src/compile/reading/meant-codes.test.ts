import { expect, test } from 'vitest';
import { compile } from '../../compile.ts';

/** What a specification with this purpose is told to write instead. */
function meant(purpose: string): readonly unknown[] {
  const text = `ninefold: 1\npurpose: { ${purpose} }\n`;
  return compile([{ path: 'app.yaml', text }]).issues.flatMap(({ severity, params }) =>
    severity === 'error' ? [params['nearest']] : [],
  );
}

test.each([
  ['languages: [en, jp]', 'ja'],
  ['languages: [日本語]', 'ja'],
  ['languages: [JA]', 'ja'],
  ['languages: [german]', ''],
  ['languages: [english]', 'en'],
  ['languages: [pt_br]', 'pt-BR'],
  ['languages: [englisch_de]', ''],
  ['currency: 円', 'JPY'],
  ['currency: YEN', 'JPY'],
  ['currency: eur', 'EUR'],
  ['currency: ¤¤', ''],
  ['time_zone: Tokyo', 'Asia/Tokyo'],
  ['time_zone: Asia/Tokio', 'Asia/Tokyo'],
  ['time_zone: new york', 'America/New_York'],
  ['time_zone: 東京', 'Asia/Tokyo'],
  ['time_zone: JST', 'Asia/Tokyo'],
  ['time_zone: EST', 'America/New_York'],
  ['time_zone: BST', ''],
  ['time_zone: ist', ''],
  ['time_zone: "+09:00"', ''],
  ['time_zone: UTC+9', ''],
])('%s is told to be %s', (purpose, near) => {
  expect(meant(purpose)).toEqual([near]);
});

test.each([
  ['JAPAN', 'JP'],
  ['日本', 'JP'],
  ['jp', 'JP'],
  ['UK', 'GB'],
  ['de_by', 'DE-BY'],
  ['DE-XX', ''],
  ['Tokyo', ''],
])('holidays: %s is told to be %s', (written, near) => {
  const text = `ninefold: 1
entities: { visit: { fields: { day: { type: date } } } }
screens: { visits: { path: /v, list: visit, calendar: { from: day, holidays: ${written} } } }
`;
  const { issues } = compile([{ path: 'app.yaml', text }]);
  expect(issues.flatMap(({ id, params }) => (id === 'NF0119' ? [params['nearest']] : []))).toEqual([near]);
});

test.each(['UTC', 'CET', 'Japan', 'Asia/Tokyo', 'Etc/GMT-9'])('%s is a time zone', (zone) => {
  expect(meant(`time_zone: ${zone}`)).toEqual([]);
});

test('a field is told the currency that is meant, too', () => {
  const text = 'ninefold: 1\nentities: { bill: { fields: { sum: { type: money, currency: € } } } }\n';
  const { issues } = compile([{ path: 'app.yaml', text }]);
  expect(issues.filter(({ severity }) => severity === 'error')).toMatchObject([
    { id: 'NF0114', params: { name: '€', nearest: 'EUR' } },
  ]);
});
