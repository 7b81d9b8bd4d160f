import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findProgram } from '../../bin/find-program.cjs';

function workspace(): { readonly cli: string; write(path: string, text: string): void } {
  const root = mkdtempSync(join(tmpdir(), 'ninefold-program-'));
  const write = (path: string, text: string): void => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write('packages/cli/src/main.ts', 'one');
  write('packages/server/src/records/get.ts', 'one');
  return { cli: join(root, 'packages/cli'), write };
}

test('the form in few files is taken while it is that of the sources, and no longer', () => {
  const { cli, write } = workspace();
  const { stamp, built, current } = findProgram(cli);
  expect(current).toBe(false);
  mkdirSync(built, { recursive: true });
  writeFileSync(join(built, 'main.js'), '');
  expect(findProgram(`${cli}/`)).toEqual({ stamp, built, current: true });
  write('packages/server/src/records/get.test.ts', 'a test');
  expect(findProgram(cli).current).toBe(true);
  for (const path of ['server/src/records/get.ts', 'server/src/records/new.ts', 'spec/locales/en/checks.json']) {
    const before = findProgram(cli).stamp;
    write(`packages/${path}`, 'another');
    expect(findProgram(cli)).toMatchObject({ current: false });
    expect(findProgram(cli).stamp).not.toBe(before);
  }
});

test('an installed package is known by its content', () => {
  const { cli, write } = workspace();
  rmSync(join(cli, 'src'), { recursive: true });
  write('packages/cli/dist/app/main.js', 'one');
  const { stamp, ...rest } = findProgram(cli);
  expect(rest).toEqual({ built: join(cli, 'dist/app'), current: true });
  write('packages/cli/dist/app/main.js', 'two');
  expect(findProgram(cli).stamp).not.toBe(stamp);
});
