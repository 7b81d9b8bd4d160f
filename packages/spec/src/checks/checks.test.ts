import { describe, expect, test } from 'vitest';
import en from '../../locales/en/checks.json' with { type: 'json' };
import ja from '../../locales/ja/checks.json' with { type: 'json' };
import type { Compiled, SourceFile } from '../application.ts';
import { compile } from '../compile.ts';
import { ISSUES } from '../expressions/syntax/issues.ts';
import { CHECK_SEVERITIES, CHECKS } from '../issues/checks.ts';
import { filesOf, mendedFiles } from './fixture.ts';
import { FIXTURES } from './fixtures/fixtures.ts';

/** What is found in an installation without any secret. */
function foundIn(files: readonly SourceFile[]): Compiled {
  const { issues, ...compiled } = compile(files);
  return { ...compiled, issues: [...issues, ...(compiled.application?.unset ?? [])] };
}

const BAD = Object.entries(FIXTURES).flatMap(([id, { bad }]) => bad.map((one) => ({ id, ...one })));
const GOOD = Object.entries(FIXTURES).flatMap(([id, { good = [] }]) => good.map((files) => ({ id, files })));

describe('what is wrong is found, at its place', () => {
  test.each(BAD.map((bad) => [bad.id, bad.at, bad] as const))('%s at “%s” in %j', (id, at, bad) => {
    const { issues } = foundIn(filesOf(bad.files));
    const found = issues.filter((issue) => issue.id === id);
    const places = found.map(({ sourceLine, column, length }) => sourceLine.slice(column - 1, column - 1 + length));
    expect(places).toContain(at);
    expect(found[places.indexOf(at)]?.params).toMatchObject(bad.params ?? {});
  });

  test('an error leaves no application, a warning or notice does; one mistake is one error', () => {
    for (const bad of BAD) {
      const { application, issues } = foundIn(filesOf(bad.files));
      const errors = issues.filter(({ severity }) => severity === 'error');
      const mistakes = new Set(errors.map(({ id }) => id));
      if (bad.id !== 'NF0901') mistakes.delete('NF0901'); // may stand in a part that does not run yet
      expect([bad.id, application === null]).toEqual([bad.id, errors.length > 0]);
      expect([bad.id, bad.at, [...mistakes].slice(1)]).toEqual([bad.id, bad.at, []]);
    }
  });

  test('everything that can be said has its fixture, and each shows it', () => {
    expect(Object.keys(FIXTURES).sort()).toEqual(Object.keys(CHECK_SEVERITIES).sort());
    expect(Object.entries(FIXTURES).filter(([, { bad }]) => bad.length === 0)).toEqual([]);
  });
});

describe('the first bad specification of each check, mended', () => {
  test.each(Object.entries(FIXTURES))('%s is silent', (id, fixture) => {
    const files = mendedFiles(fixture);
    expect(files).not.toBeNull();
    const { issues } = foundIn(files ?? []);
    expect(issues.filter((issue) => issue.id === id)).toEqual([]);
    const before = new Set(compile(filesOf(fixture.bad[0]?.files ?? '')).issues.map((issue) => issue.id));
    const more = compile(files ?? []).issues.filter((issue) => issue.severity !== 'notice' && !before.has(issue.id));
    expect(more.map((issue) => issue.id)).toEqual([]);
  });
});

test.each(GOOD)('$id leaves alone $files', ({ id, files }) => {
  const { issues } = foundIn(filesOf(files));
  expect(issues.filter((issue) => issue.id === id)).toEqual([]);
  const mistakes = issues.filter((issue) => issue.severity === 'error' && issue.id !== 'NF0901');
  expect(mistakes).toEqual([]);
});

describe('texts of checks', () => {
  const ids = [...new Set([...Object.keys(CHECKS), ...Object.values(ISSUES)])].sort();

  test.each([
    ['en', en],
    ['ja', ja],
  ])('%s has a message and help for every check, and no others', (_language, texts) => {
    expect(Object.keys(texts).sort()).toEqual(ids);
    for (const text of Object.values(texts)) expect(Object.values(text).every((part) => part.trim() !== '')).toBe(true);
  });

  test('both languages name the same values', () => {
    const named = (text: object): readonly string[] => [...new Set(JSON.stringify(text).match(/\{\{\w+\}\}/g))].sort();
    for (const id of ids) {
      const texts = [en, ja].map((language) => (language as Readonly<Record<string, object>>)[id] ?? {});
      expect([id, named(texts[0] ?? {})]).toEqual([id, named(texts[1] ?? {})]);
    }
  });
});
