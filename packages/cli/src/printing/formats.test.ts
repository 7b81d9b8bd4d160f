import type { Log } from 'sarif';
import { expect, test } from 'vitest';
import { compile, issueHelp, issueMessage } from '@ninefold/spec';
import { textsIn } from '../texts/texts.ts';
import { githubText } from './github.ts';
import { jsonText } from './json.ts';
import { reasoningLines } from './reasoning.ts';
import { sarifText } from './sarif.ts';

const TEXT = 'ninefold: 1\npurpose: { nam: x, does: Old }\n';
const { application, issues, verdicts } = compile([
  { path: 'app.yaml', text: TEXT },
  { path: 'data/th ü.csv', text: '100%,a:b\n' },
  { path: 'locales/en/app.json', text: '{ "purpose": { "does": "New" } }' },
]);
const checked = {
  application,
  verdicts,
  issues: issues.filter(({ id }) => id !== 'NF1103'),
  folder: 'my,app',
  costs: null,
  missingSecrets: ['mail_gate'],
};
const call = { words: [], flags: {}, say: textsIn('en'), language: 'en', command: 'ninefold' };

test('JSON has every issue with place, word, way out and reference', () => {
  expect(JSON.parse(jsonText(checked, call))).toMatchObject({
    version: 1,
    runs: false,
    missing_secrets: ['mail_gate'],
    issues: [
      { id: 'NF0101', severity: 'error', file: 'app.yaml', line: 2, column: 12, length: 3, nearest: 'name' },
      { id: 'NF1102', severity: 'notice', reference: 'docs/reference/checks.md#nf1102' },
      { id: 'NF1201', file: 'data/th ü.csv', source_line: '100%,a:b' },
    ],
  });
});

test('JSON names every text that is missing, however many the message names', () => {
  const fields = Array.from({ length: 12 }, (_, n) => `f${String(n)}: { type: string }`).join(', ');
  const text = `ninefold: 1\npurpose: { name: x, languages: [en] }\nentities: { thing: { fields: { ${fields} } } }\n`;
  const whole = compile([{ path: 'app.yaml', text }]);
  const answer = JSON.parse(jsonText({ ...whole, folder: 'x', costs: null, missingSecrets: [] }, call)) as {
    readonly issues: readonly { readonly id: string; readonly keys: readonly string[] | null }[];
  };
  const keys = answer.issues.find(({ id }) => id === 'NF1103')?.keys ?? [];
  expect(keys.filter((key) => key.startsWith('entities.thing.fields.'))).toHaveLength(12);
});

/** The members are those of the schema by their types; what types cannot say of them stands here. */
test('SARIF has a rule for each result, places that count from one, and no reference into nothing', () => {
  const log = JSON.parse(sarifText(checked, call)) as Log;
  const [run] = log.runs;
  const rules = run?.tool.driver.rules ?? [];
  const results = run?.results ?? [];
  expect([log.version, run?.tool.driver.name]).toEqual(['2.1.0', 'ninefold']);
  expect(new URL(log.$schema ?? '').pathname).toMatch(/sarif-schema-2\.1\.0\.json$/);
  expect(run?.tool.driver.semanticVersion).toMatch(/^\d+\.\d+\.\d+$/);
  expect(run?.tool.driver.language).toMatch(/^[a-zA-Z]{2}(-[a-zA-Z]{2})?$/);
  expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
  expect(results.map(({ ruleId, ruleIndex }) => [ruleId, rules[ruleIndex ?? -1]?.id])).toEqual(
    checked.issues.map(({ id }) => [id, id]),
  );
  for (const { locations, message, level } of results) {
    const place = locations?.[0]?.physicalLocation;
    const { startLine = 0, startColumn = 0, endLine = 0, endColumn = 0, snippet } = place?.region ?? {};
    expect(Object.keys(run?.originalUriBaseIds ?? {})).toContain(place?.artifactLocation?.uriBaseId);
    expect(new URL(place?.artifactLocation?.uri ?? '', 'file:///x/').href).toMatch(/^file:\/\/\/x\/[!-~]+$/);
    expect(startLine).toBeGreaterThan(0);
    expect(endLine).toBe(startLine);
    expect(startColumn).toBeGreaterThan(0);
    expect(endColumn).toBeGreaterThanOrEqual(startColumn);
    expect((snippet?.text ?? '').length).toBeGreaterThanOrEqual(endColumn - 1);
    expect(message.text).toMatch(/\S/);
    expect(rules.map(({ shortDescription }) => shortDescription?.text).join()).not.toContain('{{');
    expect(['error', 'warning', 'note']).toContain(level);
  }
});

test('SARIF says place, severity and way out of each issue', () => {
  const [run] = (JSON.parse(sarifText(checked, call)) as Log).runs;
  expect(run?.results?.[0]).toMatchObject({
    level: 'error',
    message: { text: expect.stringContaining('is “name” meant?') as string },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: 'my%2Capp/app.yaml' },
          region: { startLine: 2, startColumn: 12, endColumn: 15 },
        },
      },
    ],
  });
  expect(run?.results?.[1]).toMatchObject({ level: 'note' });
  expect(run?.results?.at(-1)).toMatchObject({
    locations: [{ physicalLocation: { artifactLocation: { uri: 'my%2Capp/data/th%20%C3%BC.csv' } } }],
  });
});

test('SARIF names files of a folder elsewhere as they are', () => {
  const [run] = (JSON.parse(sarifText({ ...checked, folder: '/else where' }, call)) as Log).runs;
  const place = run?.results?.[0]?.locations?.[0]?.physicalLocation?.artifactLocation;
  expect(place).toEqual({ uri: 'file:///else%20where/app.yaml' });
});

/** A workflow command as the runner reads it. */
const COMMAND = /^::(error|warning|notice) ([^\r\n]*?)::([^\r\n]*)$/;

function read(line: string): { level: string; properties: Record<string, string>; text: string } {
  const [, level = '', properties = '', text = ''] = COMMAND.exec(line) ?? [];
  const plain = (written: string): string =>
    ['%3A', '%2C', '%0D', '%0A', '%25'].reduce(
      (whole, code) => whole.replaceAll(code, decodeURIComponent(code)),
      written,
    );
  const pairs = properties.split(',').map((pair) => pair.split('=').map(plain));
  return { level, properties: Object.fromEntries(pairs) as Record<string, string>, text: plain(text) };
}

test('workflow commands are one line each, and the runner reads what was meant', () => {
  const lines = githubText(checked, call).trimEnd().split('\n');
  expect(lines.map(read)).toEqual(
    checked.issues.map((issue) => ({
      level: issue.severity,
      properties: {
        file: `my,app/${issue.file}`,
        line: String(issue.line),
        endLine: String(issue.line),
        col: String(issue.column),
        endColumn: String(issue.column + issue.length),
        title: issue.id,
      },
      text: [issueMessage(issue, 'en'), issueHelp(issue, 'en')].filter((part) => part !== '').join('\n'),
    })),
  );
  expect(lines[0]).toContain('file=my%2Capp/app.yaml,');
});

test('in Japanese', () => {
  expect(jsonText(checked, { ...call, language: 'ja' })).toContain('「nam」はここでは使えません');
});

const CLAIMS = `ninefold: 1
roles: { boss: { thing: all, runtime: [users] } }
entities: { thing: { fields: { word: { type: string }, size: { type: integer } } } }
rules:
  thing:
    never_both: { when: record.size > 3 && record.size < 2, check: record.size > 0 }
    sometimes: { when: record.size > 3, check: record.word.contains("x") && record.word.starts_with("y") }
`;

test('what was looked into is counted by what an author has to do about it', () => {
  const found = { ...compile([{ path: 'app.yaml', text: CLAIMS }]), folder: 'x', costs: null, missingSecrets: [] };
  expect(reasoningLines(found, call)).toContain(': 1 in order, 1 told above, 1 undecided. --reasoning shows each.');
});

test('JSON has what is proved, refuted and undecided, with example or reason', () => {
  const found = compile([{ path: 'app.yaml', text: CLAIMS }]);
  const { reasoning } = JSON.parse(jsonText({ ...found, folder: 'x', costs: null, missingSecrets: [] }, call)) as {
    reasoning: readonly object[];
  };
  expect(reasoning).toMatchObject([
    {
      id: 'NF0603',
      verdict: 'proved',
      line: 6,
      told: true,
      claim: 'The rule “never_both” never applies.',
      reason: null,
    },
    { id: 'NF0603', verdict: 'refuted', line: 7, told: false, example: 'record.size = 4', reason: null },
    { id: 'NF0605', verdict: 'undecided', line: 7, told: false, example: null, reason: { name: 'contains' } },
  ]);
});
