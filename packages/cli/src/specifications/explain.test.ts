import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runNinefold } from '../testing/run-ninefold.ts';

const YAML = 'ninefold: 1\nentities: { thing: { fields: { n: { type: integer } } } }\n';

test('explain tells of the specification that begins in the folder, and of none that lies below it', async () => {
  const above = mkdtempSync(join(tmpdir(), 'ninefold-explain-'));
  mkdirSync(join(above, 'app'));
  writeFileSync(join(above, 'app/app.yaml'), YAML);
  const explained = async (folder: string) => {
    const run = runNinefold(['explain', 'thing.n'], { folder });
    return { code: await run.exit, ...run.output() };
  };
  expect(await explained(join(above, 'app'))).toMatchObject({ code: 0, out: expect.stringContaining('thing.n') });
  const { code, out, err } = await explained(above);
  expect([code, out]).toEqual([1, '']);
  expect(err).toContain('there is no app.yaml in .');
  expect(err).toContain('explain thing.n FOLDER');
});
