import { describe, expect, test } from 'vitest';
import en from '../../locales/en/checks.json' with { type: 'json' };
import ja from '../../locales/ja/checks.json' with { type: 'json' };
import { compile } from '../compile/compile.ts';
import { ISSUES } from '../expressions/issues.ts';
import { CHECK_SEVERITIES, CHECKS } from '../issues/checks.ts';
import type { BadSpecification } from './bad-specification.ts';
import { GOOD_SPECIFICATIONS } from './good-specifications.ts';
import { mended } from './mended.ts';
import { BAD_SPECIFICATIONS } from './bad-specifications.ts';

function filesOf({ files }: BadSpecification): Parameters<typeof compile>[0] {
  return typeof files === 'string' ? [{ path: 'app.yaml', text: files }] : files;
}

function marked({ files }: BadSpecification): string {
  return typeof files === 'string' ? files : files.map(({ path, text }) => `${path}: ${text}`).join('\n');
}

describe('what is wrong is found, at its place', () => {
  test.each(BAD_SPECIFICATIONS.map((bad) => [bad.id, bad.at, marked(bad), bad] as const))(
    '%s at “%s” in %s',
    (id, at, _text, bad) => {
      const { issues } = compile(filesOf(bad));
      const found = issues.filter((issue) => issue.id === id);
      const places = found.map(({ sourceLine, column, length }) => sourceLine.slice(column - 1, column - 1 + length));
      expect(places).toContain(at);
      expect(found[places.indexOf(at)]?.params).toMatchObject(bad.params ?? {});
    },
  );

  test('an error leaves no application, a warning or notice does', () => {
    for (const bad of BAD_SPECIFICATIONS) {
      const { application, issues } = compile(filesOf(bad));
      const hasError = issues.some(({ severity }) => severity === 'error');
      expect([bad.id, application === null]).toEqual([bad.id, hasError]);
    }
  });

  test('one mistake is one error', () => {
    const noisy = BAD_SPECIFICATIONS.filter((bad) => {
      const errors = compile(filesOf(bad)).issues.filter(({ severity }) => severity === 'error');
      const mistakes = new Set(errors.map(({ id }) => id));
      if (bad.id !== 'NF0901') mistakes.delete('NF0901'); // may stand in a part that does not run yet
      return mistakes.size > 1;
    });
    expect(noisy.map(({ id, at }) => `${id} ${at}`)).toEqual([]);
  });

  test('every check has a specification that shows it', () => {
    const shown = new Set(BAD_SPECIFICATIONS.map(({ id }) => id));
    expect(Object.keys(CHECK_SEVERITIES).filter((id) => !shown.has(id))).toEqual([]);
  });
});

describe('the first example of each check, mended', () => {
  const firsts = new Map(BAD_SPECIFICATIONS.toReversed().map((bad) => [bad.id, bad]));

  test.each([...firsts])('%s is silent', (id, bad) => {
    const files = mended(id, filesOf(bad));
    expect(files).not.toBeNull();
    const { issues } = compile(files ?? []);
    expect(issues.filter((issue) => issue.id === id)).toEqual([]);
    const before = new Set(compile(filesOf(bad)).issues.map((issue) => issue.id));
    expect(
      issues.filter((issue) => issue.severity !== 'notice' && !before.has(issue.id)).map((issue) => issue.id),
    ).toEqual([]);
  });
});

test.each(GOOD_SPECIFICATIONS.map(({ ids, text }) => [ids.join(', '), text, ids] as const))(
  '%s leave alone %s',
  (_names, text, ids) => {
    const { issues } = compile([{ path: 'app.yaml', text }]);
    expect(issues.filter(({ id }) => ids.includes(id))).toEqual([]);
    const mistakes = issues.filter(({ id, severity }) => severity === 'error' && id !== 'NF0901');
    expect(mistakes).toEqual([]);
  },
);

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
