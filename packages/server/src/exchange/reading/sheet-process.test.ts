import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSheet } from './sheet-process.ts';
import { archiveOf, unpacked } from './unpacked.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ninefold-sheet-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

function book(rows: string, before = ''): Buffer {
  const parts = {
    'xl/workbook.xml': `<workbook ${MAIN} xmlns:r="${OFFICE}"><sheets><sheet name="s" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${OFFICE}/worksheet" Target="worksheets/a.xml"/></Relationships>`,
    'xl/worksheets/a.xml': `${before}<worksheet ${MAIN}><sheetData>${rows}</sheetData></worksheet>`,
  };
  return archiveOf(
    Object.entries(parts).map(([name, text]) => ({ name: Buffer.from(name), content: Buffer.from(text) })),
  );
}

const cell = (place: string): string => `<c r="${place}" t="inlineStr"><is><t>a</t></is></c>`;

async function answered(bytes: Buffer, memoryMb?: number) {
  const file = join(folder, 'a.xlsx');
  await writeFile(file, bytes);
  return readSheet({ file, mostBytes: 10_000, mostRows: 10 }, memoryMb);
}

test('cells without end in a few bytes end the process that reads them, and only that', async () => {
  expect(await answered(book(`<row r="2">${cell('A2')}</row>`))).toEqual([[null], ['a']]);
  expect(await answered(book(`<row r="1e300">${cell('A2')}</row>`), 16)).toBe('too_large');
  expect(await answered(book(`<row r="1">${cell('ZZZZZZZ1')}</row>`), 16)).toBe('too_large');
  expect(await answered(Buffer.from('no archive'))).toBe(null);
}, 30_000);

/** An archive of one part that says that it has `said` bytes. */
function packed(content: Buffer, said: number): Buffer {
  const bytes = archiveOf([{ name: Buffer.from('a.xml'), content: deflateRawSync(content) }]);
  const directory = bytes.readUInt32LE(bytes.length - 6);
  bytes.writeUInt16LE(8, 8);
  bytes.writeUInt16LE(8, directory + 10);
  bytes.writeUInt32LE(said, directory + 24);
  return bytes;
}

test('an archive counts by what it holds, not by what it says', () => {
  const whole = book(cell('A1').repeat(100));
  expect([unpacked(whole, whole.length), unpacked(whole, 1000)]).toEqual([whole, 'too_large']);
  const content = Buffer.alloc(5000, ' ');
  expect(Buffer.from(unpacked(packed(content, 1), 5000) ?? '').includes(content)).toBe(true);
  expect(unpacked(packed(content, 1), 4999)).toBe('too_large');
});

/** A sheet whose one cell is whatever a document type defines. */
function defining(declarations: string, cellText: string): Buffer {
  const doctype = `<?xml version="1.0"?><!DOCTYPE worksheet [${declarations}]>`;
  const row = `<row r="1"><c r="A1" t="inlineStr"><is><t>${cellText}</t></is></c></row>`;
  return book(row, doctype);
}

test('entities of a document are neither multiplied nor fetched', async () => {
  const lol = Array.from(
    { length: 9 },
    (_, at) => `<!ENTITY l${String(at + 1)} "${`&l${String(at)};`.repeat(10)}">`,
  ).join('');
  const laughs = defining(`<!ENTITY l0 "ha">${lol}`, '&l9;');
  const file = join(folder, 'secret.txt');
  await writeFile(file, 'K7-secret');
  const external = defining(`<!ENTITY x SYSTEM "file://${file}">`, '&x;');
  for (const bytes of [laughs, external]) {
    const told = JSON.stringify(await answered(bytes, 64));
    expect(told.length).toBeLessThan(1000);
    expect(told).not.toContain('K7-secret');
  }
}, 60_000);

test('a bomb of 300 MB in 300 kB is too large, and is not unpacked for that', async () => {
  const bytes = packed(Buffer.alloc(300_000_000, ' '), 1);
  expect(bytes.length).toBeLessThan(400_000);
  expect(unpacked(bytes, 10_000_000)).toBe('too_large');
}, 30_000);
