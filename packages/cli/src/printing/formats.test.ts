import { expect, test } from 'vitest';
import { compile } from '@ninefold/spec';
import { textsIn } from '../texts/texts.ts';
import { githubText } from './github.ts';
import { jsonText } from './json.ts';
import { sarifText } from './sarif.ts';

const TEXT = 'ninefold: 1\npurpose: { nam: x }\nlimits: { unused: { type: integer, value: 1 } }\n';
const { application, issues } = compile([{ path: 'app.yaml', text: TEXT }]);
const checked = { application, issues: issues.filter(({ id }) => id !== 'NF1103'), folder: 'my,app' };
const call = { words: [], flags: {}, say: textsIn('en'), language: 'en' };

test('JSON has every issue with place, word, way out and reference', () => {
  expect(JSON.parse(jsonText(checked, call))).toMatchObject({
    version: 1,
    runs: false,
    issues: [
      { id: 'NF0101', severity: 'error', file: 'app.yaml', line: 2, column: 12, length: 3, nearest: 'name' },
      { id: 'NF1003', severity: 'notice', reference: 'docs/reference/checks.md#nf1003' },
    ],
  });
});

test('SARIF has a rule for each result, and regions that count from one', () => {
  const { version, runs } = JSON.parse(sarifText(checked, call)) as {
    version: string;
    runs: { tool: { driver: { name: string; rules: { id: string }[] } }; results: Record<string, unknown>[] }[];
  };
  const [run] = runs;
  expect([version, run?.tool.driver.name]).toEqual(['2.1.0', 'ninefold']);
  expect(run?.results.map((result) => run.tool.driver.rules[Number(result['ruleIndex'])]?.id)).toEqual([
    'NF0101',
    'NF1003',
  ]);
  expect(run?.results[0]).toMatchObject({
    level: 'error',
    message: { text: expect.stringContaining('is “name” meant?') as string },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: 'app.yaml' },
          region: { startLine: 2, startColumn: 12, endColumn: 15 },
        },
      },
    ],
  });
  expect(run?.results[1]).toMatchObject({ level: 'note' });
});

test('workflow commands are one line each, their signs written so that nothing breaks', () => {
  const lines = githubText(checked, call).trimEnd().split('\n');
  expect(lines[0]).toMatch(
    /^::error file=my%2Capp\/app\.yaml,line=2,endLine=2,col=12,endColumn=15,title=NF0101::“nam” is not known here.*%0A/,
  );
  expect(lines[1]).toMatch(/^::notice /);
});

test('in Japanese', () => {
  expect(jsonText(checked, { ...call, language: 'ja' })).toContain('「nam」はここでは使えません');
});
