import { buffer } from 'node:stream/consumers';
import type { CommentAnswer, RecordValue, UploadAnswer } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compile } from '@ninefold/spec';
import { openDirectRecords } from '../start/direct/direct-records.ts';
import type { Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';
import { partsOf } from '../testing/zip-parts.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: desk, languages: [en] }
entities:
  note:
    title: name
    comments: { internal: [boss] }
    fields:
      name: { type: string, required: true }
      photo: { type: file }
      sealed: { type: file, closed: true }
      facts: { type: json }
      lines: { type: lines, fields: { scan: { type: file } } }
  plain: { title: name, fields: { name: { type: string } } }
roles:
  writer: { members: everyone, note: { create: true, read: true, update: true, comment: true, export: true }, plain: { read: true } }
  boss: { note: { read: true, update: true, comment: true, export: true, fields: { sealed: write } } }
  administrator: { runtime: [spec, users], user: { read: true, grant: [boss, administrator] } }
`;
const BYTES = { 'content-type': 'application/octet-stream' };

let desk: Desk;
let ada: Browser;
let cleo: Browser;
beforeAll(async () => {
  desk = await startDesk({ files: [{ path: 'app.yaml', text: SPECIFICATION }] });
  [ada, cleo] = [await desk.signedIn('ada@example.com'), await desk.signedIn('cleo@example.com')];
});
afterAll(async () => desk.close());

async function sent(by: Browser, name: string, text: string): Promise<string> {
  const path = `/api/_files?name=${encodeURIComponent(name)}`;
  return ((await by.call('POST', path, { body: Buffer.from(text), headers: BYTES })).json as UploadAnswer).id;
}

test('an archive holds records, their files and comments, as far as its reader may read them', async () => {
  const [photo, scan, sealed] = [
    await sent(ada, '図面 plan.txt', 'a plan'),
    await sent(ada, 'scan.txt', 'a scan'),
    await sent(cleo, 'sealed.txt', 'a secret'),
  ];
  const body = { name: 'one', photo, lines: [{ scan }] };
  const one = (await ada.call('POST', '/api/note', { body })).json as RecordValue;
  await cleo.call('PATCH', `/api/note/${one.id}`, { body: { sealed } });
  // what only looks like a file, in a value that anybody may write
  const facts = { id: sealed, name: 'sealed.txt', size: 8, type: 'text/plain' };
  await ada.call('POST', '/api/note', { body: { name: 'two', facts } });
  const said = async (by: Browser, text: string, more: object): Promise<CommentAnswer> =>
    (await by.call('POST', `/api/note/${one.id}/comments`, { body: { text, ...more } })).json as CommentAnswer;
  const log = await sent(ada, 'log.txt', 'a log');
  const [open] = [await said(ada, 'open words', { files: [log] })];
  const inside = await sent(cleo, 'inside.txt', 'for bosses');
  await said(cleo, 'inside words', { internal: true, files: [inside] });

  const answer = await ada.call('GET', '/api/note?format=zip&sort=name');
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="note.zip"',
  });
  const parts = partsOf(answer.bytes);
  expect(Object.keys(parts).toSorted()).toEqual(
    [
      `files/${photo}/図面 plan.txt`,
      `files/${scan}/scan.txt`,
      `files/${log}/log.txt`,
      'note.jsonl',
      'comments.jsonl',
    ].toSorted(),
  );
  expect([parts[`files/${photo}/図面 plan.txt`], parts[`files/${log}/log.txt`]]).toEqual(['a plan', 'a log']);
  expect(parts['note.jsonl']).toBe((await ada.call('GET', '/api/note?format=jsonl&sort=name')).text);
  const comments = (parts['comments.jsonl'] ?? '').trimEnd().split('\n');
  expect(comments.map((line): unknown => JSON.parse(line))).toMatchObject([
    { record: one.id, id: open.id, text: 'open words' },
  ]);
  for (const secret of ['a secret', 'inside words', 'for bosses']) expect(answer.bytes.includes(secret)).toBe(false);

  const whole = partsOf((await cleo.call('GET', '/api/note?format=zip')).bytes);
  expect([whole[`files/${sealed}/sealed.txt`], whole[`files/${inside}/inside.txt`]]).toEqual([
    'a secret',
    'for bosses',
  ]);
  const some = partsOf((await cleo.call('GET', '/api/note?format=zip&select=name&f.name=eq:two')).bytes);
  expect(Object.keys(some)).toEqual(['note.jsonl', 'comments.jsonl']);
  expect((await ada.call('GET', '/api/plain?format=zip')).status).toBe(403);
  const { application } = compile([{ path: 'app.yaml', text: SPECIFICATION }]);
  if (!application) throw new Error('the specification cannot run');
  const direct = await openDirectRecords(desk.place, application, {
    ...{ email: 'ada@example.com', language: 'en', clock: desk.service.clock, log: () => undefined },
  });
  const written = await direct.export('note', new URLSearchParams('format=zip&sort=name'));
  expect([written.name, partsOf(await buffer(written.content))]).toEqual(['note.zip', parts]);
  await direct.close();
  expect((await ada.call('GET', '/api/note?format=zip&for=people')).status).toBe(400);
});
