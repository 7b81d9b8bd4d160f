import { expect, test } from 'vitest';
import { compile } from '../compile.ts';
import { reportUnread } from './unread.ts';
import { parseYaml } from './parse-yaml.ts';
import { sourceText } from '../located.ts';

const TREE = parseYaml(sourceText('app.yaml', 'entities: { ticket: { fields: {} } }\n'), () => undefined);

function toldOf(path: string): string | null {
  let told: string | null = null;
  reportUnread([{ path, text: '' }], TREE, (_id, _spot, params) => (told = params?.['expected'] ?? ''));
  return told;
}

test.each([
  ['locales/en/a.yaml', 'locales/<language>/<namespace>.json'],
  ['locales/en.json', 'locales/<language>/<namespace>.json'],
  ['locales/en/parts/app.json', 'locales/<language>/<namespace>.json'],
  ['locales/pages/help.md', 'locales/pages/<name>.<language>.md'],
  ['locales/pages/help.json', 'locales/pages/<name>.<language>.md'],
  ['data/x.txt', 'data/<entity>.csv'],
  ['data/ticket.CSV', 'data/<entity>.csv'],
  ['data/demo/ticket.xlsx', 'data/<entity>.csv'],
  ['local/en/app.json', 'locales/en/app.json'],
  ['locale/pages/help.en.md', 'locales/pages/help.en.md'],
  ['date/demo/things.csv', 'data/demo/things.csv'],
  ['Data/ticket.json', 'data/ticket.json'],
  ['desk/locales/en/app.json', 'locales/en/app.json'],
  ['desk/data/ticket.csv', 'data/ticket.csv'],
  ['ticket.csv', 'data/ticket.csv'],
  ['ticket.history.csv', 'data/ticket.history.csv'],
  ['ticket.YAML', 'ticket.yaml'],
  ['desk/ticket.yaml.txt', 'desk/ticket.yaml'],
])('nothing reads %s; %s would be', (path, expected) => {
  expect(toldOf(path)).toBe(expected);
});

test.each([
  ...['app.yaml', 'desk/ticket.yaml', 'locales/en/app.json', 'locales/pages/help.en.md', 'data/ticket.csv'],
  ...[
    'data/demo/ticket.history.csv',
    'data/archive/2025/ticket.json',
    'README.md',
    'data/README',
    'data/README.ja.txt',
  ],
  ...[
    'LICENSE',
    'locales/LICENSE.txt',
    'data/notes.md',
    'locales/glossary.md',
    'locales/pages/README.md',
    'notes/why.md',
  ],
  ...['package.json', 'assets.csv', 'docs/api.json', 'meta/build.json', 'database/dump.csv', 'tests/data/cases.json'],
  ...['data/.gitkeep', 'data/ticket.csv~', 'data/ticket.csv.bak', 'data/~$ticket.xlsx', 'data/Thumbs.db'],
])('%s is left alone', (path) => {
  expect(toldOf(path)).toBeNull();
});

test('a folder with nothing but such a file is no specification', () => {
  const { issues } = compile([{ path: 'app.YAML', text: '' }]);
  expect(issues.map(({ id, file }) => [id, file])).toEqual([
    ['NF0116', 'app.yaml'],
    ['NF0016', 'app.YAML'],
  ]);
});
