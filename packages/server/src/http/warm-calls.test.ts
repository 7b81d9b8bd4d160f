import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';

const PACKAGES = join(import.meta.dirname, '../../..');
const PROGRAM = join(import.meta.dirname, '../testing/warm-calls.ts');
const MOST_LINES = 300;
/**
 * Files of `model` and `server` that one call on the service desk passes through once everything is planned; six of them
 * read the texts of categories in the language of the caller, four follow who approves what, one of which finds those with a role,
 * five of a write look after the files of requests, twelve of a change look for whom it has to be told and mailed and when, one gives values of JSON
 * the form that they have outside, one gives the limits as they are set now, one of a write looks whether they are still so, three of a write look for lines
 * that are referred to, a fourth of an update for those that let them go, one puts values in the place of `me` and `today` in filters, and two
 * of a list read the files of requests.
 */
const MOST_FILES = { list: 75, read: 53, update: 109, create: 108 };

type Ran = Readonly<Record<string, readonly string[]>>;

let calls: Readonly<Record<string, Ran>>;
beforeAll(async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM], { maxBuffer: 10_000_000 });
  calls = JSON.parse(stdout) as typeof calls;
}, 240_000);

describe.each(Object.entries(MOST_FILES))('a warm call: %s', (name, most) => {
  test(`passes through at most ${String(most)} files`, () => {
    const files = Object.keys(calls[name] ?? {});
    expect(files).toContain(
      `server/src/storage/sqlite/connections/${name === 'list' ? 'reading-process' : 'connection'}.ts`,
    );
    expect(files.slice(most)).toEqual([]);
  });

  test(`passes through no file of more than ${String(MOST_LINES)} lines`, () => {
    const lengths = Object.keys(calls[name] ?? {}).map((file) => [
      file,
      readFileSync(join(PACKAGES, file), 'utf8').split('\n').length - 1,
    ]);
    expect(lengths.filter(([, lines]) => Number(lines) > MOST_LINES)).toEqual([]);
  });
});

test('no warm call plans or compiles anything', () => {
  expect(Object.keys(calls)).toEqual(['list', 'read', 'may', 'refused', 'update', 'create', 'transition']);
  const planned = Object.entries(calls).flatMap(([call, ran]) =>
    Object.entries(ran).flatMap(([file, names]) =>
      names.filter((name) => /^(?:plan|compile)/.test(name)).map((name) => `${call}: ${name} of ${file}`),
    ),
  );
  expect(planned).toEqual([]);
});
