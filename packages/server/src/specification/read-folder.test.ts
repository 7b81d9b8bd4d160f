import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadSpecification } from './load-specification.ts';
import { readFolder } from './read-folder.ts';

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'ninefold-read-'));
  writeFileSync(join(made, 'app.yaml'), 'ninefold: 1\n');
  mkdirSync(join(made, 'part'));
  writeFileSync(join(made, 'part', 'more.yaml'), 'limits: {}\n');
  return made;
}

test('a linked folder is read, one that leads back is told', async () => {
  const made = folder();
  symlinkSync(join(folder(), 'part'), join(made, 'linked'));
  expect((await readFolder(made)).map(({ path }) => path)).toEqual(['app.yaml', 'linked/more.yaml', 'part/more.yaml']);
  symlinkSync(made, join(made, 'part', 'loop'));
  await expect(loadSpecification(made)).rejects.toThrow('part/loop leads back to a folder that it lies in.');
});

test('what nothing reads is told by its name, unopened; what does not look like a part is left out', async () => {
  const made = folder();
  mkdirSync(join(made, 'data'));
  for (const name of ['data/thing.xlsx', 'more.YAML', 'logo.png', 'data/.keep'])
    writeFileSync(join(made, name), '\u0000');
  const files = await readFolder(made);
  expect(files.map(({ path, text }) => [path, text.length > 0])).toEqual([
    ['app.yaml', true],
    ['data/thing.xlsx', false],
    ['more.YAML', false],
    ['part/more.yaml', true],
  ]);
  const { issues } = await loadSpecification(made);
  expect(issues.flatMap(({ id, file }) => (id === 'NF0016' ? [file] : []))).toEqual(['data/thing.xlsx', 'more.YAML']);
});

test('a link to nothing is told by its name', async () => {
  const made = folder();
  symlinkSync(join(made, 'gone'), join(made, 'part', 'gone.yaml'));
  await expect(loadSpecification(made)).rejects.toThrow('gone.yaml');
});
