import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeToOthers, makePrivateFile, makePrivateFolder } from './private-files.ts';

let folder: string;
let umask: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ninefold-private-'));
  umask = process.umask(0);
});
afterEach(() => {
  process.umask(umask);
  rmSync(folder, { recursive: true, force: true });
});

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

test.skipIf(process.platform === 'win32')('folders and files are for their owner, whatever the umask is', () => {
  makePrivateFolder(join(folder, 'a/b'));
  makePrivateFile(join(folder, 'a/b/c'));
  expect(['a', 'a/b', 'a/b/c'].map((path) => modeOf(join(folder, path)))).toEqual(['700', '700', '600']);
});

test.skipIf(process.platform === 'win32')(
  'what is there stays as it is until it is closed, and that is said once',
  () => {
    const [inner, file, own] = ['data', 'data/a', 'data/b'].map((path) => join(folder, path)) as [
      string,
      string,
      string,
    ];
    mkdirSync(inner, { mode: 0o755 });
    writeFileSync(file, 'kept', { mode: 0o664 });
    writeFileSync(own, 'own', { mode: 0o400 });
    makePrivateFolder(inner);
    makePrivateFile(file);
    expect([modeOf(inner), modeOf(file)]).toEqual(['755', '664']);
    const lines: string[] = [];
    const close = (): void => closeToOthers([inner, file, own, join(inner, 'missing')], (line) => lines.push(line));
    close();
    close();
    expect([modeOf(inner), modeOf(file), modeOf(own)]).toEqual(['700', '600', '400']);
    expect(lines).toEqual([expect.stringContaining(`${inner}, ${file}.`)]);
  },
);

test.skipIf(process.platform === 'win32')('a link is followed to what it leads to', () => {
  const file = join(folder, 'a');
  writeFileSync(file, '');
  chmodSync(file, 0o644);
  symlinkSync(file, join(folder, 'link'));
  closeToOthers([join(folder, 'link')], () => undefined);
  expect(modeOf(file)).toBe('600');
});

test('git leaves a new folder of all data alone, and nothing is written into other folders', () => {
  makePrivateFolder(join(folder, '.ninefold/shelf'));
  makePrivateFolder(join(folder, '.ninefold/other'));
  expect(readFileSync(join(folder, '.ninefold/.gitignore'), 'utf8')).toBe('*\n');
  makePrivateFolder(join(folder, 'kept/shelf'));
  expect(readdirSync(join(folder, 'kept'))).toEqual(['shelf']);
});
