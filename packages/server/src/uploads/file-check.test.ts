import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProblemAnswer, RecordValue, UploadAnswer } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { filesOf } from '../start/open-place.ts';
import { StartFailure } from '../start-failure.ts';
import type { Answer, Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';
import { createFileCheck, readFileCheck } from './file-check.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: desk, languages: [en] }
entities:
  note: { title: name, fields: { name: { type: string, required: true }, paper: { type: file } } }
roles:
  writer: { members: everyone, note: { create: true, read: true, update: true } }
  boss: { note: { read: true } }
  administrator: { runtime: [spec, users], user: { read: true, grant: [boss, administrator] } }
`;
/** Refuses what says so, and does as the file `mood` beside it says. */
const SCANNER = `
import { existsSync, readFileSync } from 'node:fs';
const mood = new URL('mood', import.meta.url);
const how = existsSync(mood) ? readFileSync(mood, 'utf8') : '';
const bad = readFileSync(process.argv[2], 'latin1').includes('BAD');
console.log(bad ? 'found: Test.Virus\\nmore' : \`clean \${Object.keys(process.env).join()}\`);
if (how === 'slow') setTimeout(() => undefined, 60_000);
else process.exitCode = how === 'broken' ? 2 : bad ? 1 : 0;
`;
const BYTES = { 'content-type': 'application/octet-stream' };

let folder: string;
let command: string;
let desk: Desk;
let ada: Browser;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ninefold check-'));
  writeFileSync(join(folder, 'scanner.mjs'), SCANNER);
  command = `"${process.execPath}" "${join(folder, 'scanner.mjs')}" {file}`;
  desk = await startDesk({
    files: [{ path: 'app.yaml', text: SPECIFICATION }],
    ...{ fileCheck: command, fileCheckSeconds: '5' },
  });
  ada = await desk.signedIn('ada@example.com');
});
afterAll(async () => {
  await desk.close();
  rmSync(folder, { recursive: true });
});

function mood(how: string): void {
  writeFileSync(join(folder, 'mood'), how);
}

async function send(text: string): Promise<{ readonly id: string; readonly answer: Answer }> {
  const begun = await ada.call('POST', `/api/_files?name=a.txt&size=${text.length}`);
  const { id } = begun.json as UploadAnswer;
  return {
    id,
    answer: await ada.call('PATCH', `/api/_files/${id}?from=0`, { body: Buffer.from(text), headers: BYTES }),
  };
}

const codeOf = ({ json }: Answer): string => (json as ProblemAnswer).code;
const put = (id: string): Promise<Answer> => ada.call('POST', '/api/note', { body: { name: 'n', paper: id } });
const arriving = (): readonly string[] => readdirSync(join(filesOf(desk.place), 'arriving'));

test('a clean file is taken, and one that is refused is gone before anybody can see it', async () => {
  const clean = await send('fine');
  expect(clean.answer.json).toMatchObject({ type: 'text/plain' });
  expect((await put(clean.id)).status).toBe(201);
  const bad = await send('so BAD');
  expect([bad.answer.status, codeOf(bad.answer)]).toEqual([422, 'file_refused']);
  expect((await ada.call('GET', `/api/_files/${bad.id}`)).status).toBe(404);
  expect((await put(bad.id)).status).toBe(422);
  expect([arriving(), existsSync(join(filesOf(desk.place), bad.id))]).toEqual([[], false]);
  expect(desk.log.filter((line) => line.includes(bad.id))).toEqual([
    expect.stringMatching(
      /^The file \S+ that the user \S+ has sent was refused by the check, and deleted \(found: Test\.Virus\)\.$/,
    ),
  ]);
});

test('while the check cannot say anything a file waits, nobody sees it, and it goes on by itself', async () => {
  mood('broken');
  const before = desk.log.length;
  const [held, other] = [await send('held'), await send('held and BAD')];
  expect([held.answer.status, codeOf(held.answer)]).toEqual([503, 'file_not_checked']);
  expect((await ada.call('GET', `/api/_files/${held.id}`)).json).toMatchObject({ received: 4, type: null });
  expect((await put(held.id)).status).toBe(422);
  await desk.service.uploads.endHeld();
  expect((await ada.call('GET', `/api/_files/${held.id}`)).json).toMatchObject({ type: null });
  expect(desk.log.slice(before)).toEqual([expect.stringContaining('Files cannot be checked (2: clean')]);
  mood('');
  await desk.service.uploads.endHeld();
  expect((await ada.call('GET', `/api/_files/${held.id}`)).json).toMatchObject({ type: 'text/plain' });
  expect((await ada.call('GET', `/api/_files/${other.id}`)).status).toBe(404);
  const made = (await put(held.id)).json as RecordValue;
  expect((await ada.call('GET', `/api/note/${made.id}/paper/${held.id}`)).text).toBe('held');
  expect(arriving()).toEqual([]);
});

test('a sender that asks again goes on where the file waits', async () => {
  mood('broken');
  const { id } = await send('again');
  mood('');
  const ended = await ada.call('PATCH', `/api/_files/${id}?from=5`, { headers: BYTES });
  expect(ended.json).toMatchObject({ type: 'text/plain', received: 5 });
});

test('a check has its time, sees no setting, and is a command that can be read', async () => {
  mood('slow');
  const file = join(folder, 'file');
  writeFileSync(file, 'x');
  const check = createFileCheck(readFileCheck(command, '1'));
  expect(await check(file)).toMatchObject({ is: 'unknown', said: expect.stringContaining('SIGKILL') as unknown });
  mood('');
  process.env['NINEFOLD_FILES'] = 'secret';
  const clean = await check(file);
  delete process.env['NINEFOLD_FILES'];
  expect([clean.is, clean.said.includes('NINEFOLD')]).toEqual(['clean', false]);
  expect(await createFileCheck(readFileCheck('no-such-command-here', null))(file)).toEqual({
    is: 'unknown',
    said: 'ENOENT',
  });
  expect(readFileCheck('clamdscan "a b" {file} -x', null)).toEqual({
    words: ['clamdscan', 'a b', '{file}', '-x'],
    seconds: 60,
  });
  expect(readFileCheck('scan', '5').words).toEqual(['scan', '{file}']);
  for (const [text, seconds] of [
    ['', null],
    ['{file}', null],
    ['scan', '0'],
    ['scan', 'soon'],
    ['scan', '601'],
  ] as const)
    expect(() => readFileCheck(text, seconds)).toThrow(StartFailure);
});
