import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { RecordValue, UploadAnswer } from '@ninefold/model';
import exifr from 'exifr';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { filesOf } from '../start/open-place.ts';
import type { Answer, Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';
import { removePlace } from './pictures/place-data.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: desk, languages: [en] }
limits: { upload_bytes: 5000000, trash_days: 30 }
entities:
  note:
    title: name
    comments: true
    fields: { name: { type: string, required: true }, photo: { type: file }, sealed: { type: file, closed: true } }
roles:
  writer: { members: everyone, note: { create: true, read: true, update: true, comment: true } }
  boss: { note: { read: true, update: true, fields: { sealed: write } } }
  administrator: { runtime: [spec, users], user: { read: true, grant: [boss, administrator] } }
`;
const BYTES = { 'content-type': 'application/octet-stream' };

let desk: Desk;
let ada: Browser;
beforeAll(async () => {
  desk = await startDesk({ files: [{ path: 'app.yaml', text: SPECIFICATION }] });
  ada = await desk.signedIn('ada@example.com');
});
afterAll(async () => desk.close());

interface Held {
  readonly record: string;
  readonly id: string;
  readonly type: string | null;
  /** Where it is read. */
  readonly at: string;
}

async function held(by: Browser, name: string, body: Buffer, field = 'photo'): Promise<Held> {
  const sent = (await by.call('POST', `/api/_files?name=${name}`, { body, headers: BYTES })).json as UploadAnswer;
  const note = (await by.call('POST', '/api/note', { body: { name } })).json as RecordValue;
  const put = await by.call('PATCH', `/api/note/${note.id}`, { body: { [field]: sent.id } });
  expect([name, put.status]).toEqual([name, 200]);
  return { record: note.id, id: sent.id, type: sent.type, at: `/api/note/${note.id}/${field}/${sent.id}` };
}

const EXIF = {
  IFD0: { Make: 'Kept', Model: 'Camera 7' },
  IFD3: {
    GPSLatitudeRef: 'N',
    GPSLatitude: '35/1 41/1 2210/100',
    GPSLongitudeRef: 'E',
    GPSLongitude: '139/1 41/1 3012/100',
  },
};
const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description
 xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/" exif:GPSLatitude="35,41.3683N" dc:source="kept too">
 <exif:GPSLongitude>139,41.5020E</exif:GPSLongitude></rdf:Description></rdf:RDF></x:xmpmeta>`;

/** A picture whose left half is red, with a place in it, on its side. */
function taken(): Sharp {
  const right = {
    input: { create: { width: 150, height: 200, channels: 3, background: 'blue' } },
    left: 150,
    top: 0,
  } as const;
  const picture = sharp({ create: { width: 300, height: 200, channels: 3, background: 'red' } }).composite([right]);
  return picture.withExif(EXIF).withXmp(XMP).withMetadata({ orientation: 6 });
}

const pixelsOf = (picture: Buffer): Promise<Buffer> => sharp(picture).raw().toBuffer();

/** What another library reads of where it was taken, and what it reads beside. */
async function readOf(picture: Buffer): Promise<{ readonly place: readonly unknown[]; readonly rest: unknown }> {
  const found = await exifr.parse(picture, { gps: true, xmp: true, tiff: true, multiSegment: true }).catch(() => null);
  const place = Object.entries(found ?? {}).filter(([name]) => /gps|latitude|longitude/i.test(name));
  return { place: place.filter(([, value]) => Array.isArray(value) || /\d/.test(String(value))), rest: found };
}

test.each(['jpeg', 'png', 'webp', 'tiff', 'avif'] as const)(
  'a picture (%s) loses where it was taken, and nothing else',
  async (format) => {
    const picture = await taken().toFormat(format).toBuffer();
    const metadata = await sharp(picture).metadata();
    const before = `${(metadata.exif ?? Buffer.alloc(0)).toString('latin1')}${(metadata.xmp ?? Buffer.alloc(0)).toString('latin1')}`;
    expect([format, before.includes('35,41.3683N')]).toEqual([format, true]);
    const { at } = await held(ada, `${format}.${format}`, picture);
    const stored = (await ada.call('GET', at)).bytes;
    expect(stored).toHaveLength(picture.length);
    const after = await sharp(stored).metadata();
    expect({ ...after, exif: null, xmp: null, xmpAsString: null, size: 0 }).toEqual({
      ...metadata,
      exif: null,
      xmp: null,
      xmpAsString: null,
      size: 0,
    });
    expect((await pixelsOf(stored)).equals(await pixelsOf(picture))).toBe(true);
    const text = stored.toString('latin1');
    for (const told of ['35,41.3683N', '139,41.5020E', `${exifOf(2210)}${exifOf(100)}`])
      expect([format, told, text.includes(told)]).toEqual([format, told, false]);
    expect(format === 'tiff' || text.includes('Camera 7')).toBe(true); // libvips writes no EXIF into TIFF
    expect((await ada.call('GET', `${at}?preview=small`)).status).toBe(200);
  },
);

/** A number as libvips writes it into EXIF. */
function exifOf(number: number): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(number);
  return bytes.toString('latin1');
}

test('another library finds no place in what is stored, and what it found before beside', async () => {
  const picture = await taken().jpeg().toBuffer();
  const { at } = await held(ada, 'read.jpg', picture);
  const [told, kept] = [await readOf(picture), await readOf((await ada.call('GET', at)).bytes)];
  expect([told.place.length > 0, kept.place]).toEqual([true, []]);
  expect(kept.rest).toMatchObject({ Make: 'Kept' });
});

test('a picture whose notes lead nowhere, or in a circle, stays as it is', async () => {
  const picture = await taken().jpeg().toBuffer();
  const start = picture.indexOf('Exif\0\0') + 6;
  for (const change of [
    (bytes: Buffer) => bytes.writeUInt32LE(0xff_ff_ff_f0, start + 4),
    (bytes: Buffer) => bytes.writeUInt16LE(0xff_ff, start + 8),
    (bytes: Buffer) => bytes.fill(0xff, start + 8, start + 200),
  ]) {
    const broken = Buffer.from(picture);
    change(broken);
    const { at } = await held(ada, 'broken.jpg', broken);
    expect((await ada.call('GET', at)).bytes).toHaveLength(broken.length);
  }
});

test(
  'a picture of nothing but notes that refer to directories takes seconds, not minutes',
  { timeout: 25_000 },
  async () => {
    const note = Buffer.concat([Buffer.from('Exif\0\0II*\0\x08\0\0\0', 'latin1'), Buffer.alloc(6)]);
    const folder = mkdtempSync(join(tmpdir(), 'ninefold-notes-'));
    const file = join(folder, 'a.jpg');
    writeFileSync(file, Buffer.alloc(note.length * 1_000_000, note));
    expect(await removePlace(file, 'image/jpeg')).toBe(false);
    rmSync(folder, { recursive: true });
  },
);

const sizeOf = async ({ bytes }: Answer): Promise<unknown> => {
  const { format, width, height } = await sharp(bytes).metadata();
  return { format, width, height };
};

test('pictures have previews with the rights of the field, upright, made once', async () => {
  const { at } = await held(ada, 'side.jpg', await taken().jpeg().toBuffer());
  const small = await ada.call('GET', `${at}?preview=small`);
  expect(small.headers).toMatchObject({
    'content-type': 'image/webp',
    'content-security-policy': "sandbox; default-src 'none'",
    'content-length': String(small.bytes.length),
  });
  expect(await sizeOf(small)).toEqual({ format: 'webp', width: 128, height: 192 });
  expect(await sizeOf(await ada.call('GET', `${at}?preview=large`))).toMatchObject({ width: 200, height: 300 });
  const again = await ada.call('GET', `${at}?preview=small`, {
    headers: { 'if-none-match': String(small.headers['etag']) },
  });
  expect(again.status).toBe(304);
  expect((await ada.call('GET', `${at}?preview=huge`)).status).toBe(400);
  const cleo = await desk.signedIn('cleo@example.com');
  const sealed = await held(cleo, 'sealed.png', await taken().png().toBuffer(), 'sealed');
  expect((await cleo.call('GET', `${sealed.at}?preview=small`)).status).toBe(200);
  expect((await ada.call('GET', `${sealed.at}?preview=small`)).status).toBe(404);
});

test('a PDF shows its first page, and what cannot be drawn has no preview', async () => {
  const pdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents 4 0 R>>endobj
4 0 obj<</Length 22>>stream
1 0 0 rg 0 0 300 400 re f
endstream endobj
trailer<</Root 1 0 R>>`;
  const paper = await held(ada, 'offer.pdf', Buffer.from(pdf));
  const page = await ada.call('GET', `${paper.at}?preview=large`);
  expect(await sizeOf(page)).toEqual({ format: 'webp', width: 1200, height: 1600 });
  const { dominant } = await sharp(page.bytes).stats();
  expect(dominant.r > 200 && dominant.g < 60 && dominant.b < 60).toBe(true);

  const bomb = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: 'white' } })
    .png()
    .toBuffer();
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>');
  const cut = (await taken().png().toBuffer()).subarray(0, 90);
  for (const [name, body] of [
    ...([
      ['bomb.png', bomb],
      ['a.svg', svg],
      ['cut.png', cut],
    ] as const),
    ...([
      ['no.pdf', Buffer.from('%PDF-1.7\nnothing')],
      ['a.txt', Buffer.from('text')],
    ] as const),
  ]) {
    const { at } = await held(ada, name, body);
    expect([name, (await ada.call('GET', `${at}?preview=small`)).status]).toEqual([name, 404]);
  }
});

test('the checksum of a PNG fits after its notes were emptied', async () => {
  const { at } = await held(ada, 'sum.png', await taken().png().toBuffer());
  const { bytes } = await ada.call('GET', at);
  for (let place = 8; place < bytes.length; ) {
    const length = bytes.readUInt32BE(place);
    const end = place + 8 + length;
    expect(bytes.readUInt32BE(end)).toBe(crc32(bytes.subarray(place + 4, end)));
    place = end + 4;
  }
});

test('previews go with their content', async () => {
  const { id, record, at } = await held(
    ada,
    'gone.png',
    await sharp({ create: { width: 9, height: 9, channels: 3, background: '#123456' } })
      .png()
      .toBuffer(),
  );
  await ada.call('GET', `${at}?preview=small`);
  const hash = (await desk.service.uploads.hashOf(id)) ?? '';
  const preview = join(filesOf(desk.place), 'previews', hash.slice(0, 2), `${hash}-small.webp`);
  expect(existsSync(preview)).toBe(true);
  await ada.call('PATCH', `/api/note/${record}`, { body: { photo: null } });
  desk.wait(31 * 86_400_000);
  await desk.service.uploads.sweep();
  expect(existsSync(preview)).toBe(false);
  expect(readdirSync(join(filesOf(desk.place), 'previews')).length).toBeGreaterThan(0);
});
