import { open } from 'node:fs/promises';

/** How many of its first bytes say of what kind a file is. */
const HEAD_BYTES = 4096;

/** What stands at the beginning of a kind of files; a blank stands for any byte. */
interface Sign {
  readonly type: string;
  readonly at?: number;
  readonly bytes: string;
}

/** Media types by their first bytes, as text in which each character is one byte. */
const SIGNS: readonly Sign[] = [
  { type: 'image/png', bytes: '\x89PNG\r\n\x1a\n' },
  { type: 'image/jpeg', bytes: '\xff\xd8\xff' },
  { type: 'image/gif', bytes: 'GIF87a' },
  { type: 'image/gif', bytes: 'GIF89a' },
  { type: 'image/webp', at: 8, bytes: 'WEBP' },
  { type: 'image/bmp', bytes: 'BM' },
  { type: 'image/tiff', bytes: 'II*\0' },
  { type: 'image/tiff', bytes: 'MM\0*' },
  { type: 'image/avif', at: 4, bytes: 'ftypavif' },
  { type: 'image/heic', at: 4, bytes: 'ftypheic' },
  { type: 'image/heic', at: 4, bytes: 'ftypmif1' },
  { type: 'application/pdf', bytes: '%PDF-' },
  { type: 'application/zip', bytes: 'PK\x03\x04' },
  { type: 'application/zip', bytes: 'PK\x05\x06' },
  { type: 'application/gzip', bytes: '\x1f\x8b' },
  { type: 'application/x-7z-compressed', bytes: "7z\xbc\xaf'\x1c" },
  { type: 'application/vnd.rar', bytes: 'Rar!\x1a\x07' },
  { type: 'application/x-tar', at: 257, bytes: 'ustar' },
  { type: 'application/x-msdownload', bytes: 'MZ' },
  { type: 'application/x-elf', bytes: '\x7fELF' },
  { type: 'application/x-ole-storage', bytes: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1' },
  { type: 'video/mp4', at: 4, bytes: 'ftyp' },
  { type: 'video/webm', bytes: '\x1aE\xdf\xa3' },
  { type: 'video/x-msvideo', at: 8, bytes: 'AVI ' },
  { type: 'audio/wav', at: 8, bytes: 'WAVE' },
  { type: 'audio/mpeg', bytes: 'ID3' },
  { type: 'audio/mpeg', bytes: '\xff\xfb' },
  { type: 'audio/ogg', bytes: 'OggS' },
  { type: 'audio/flac', bytes: 'fLaC' },
];

/** Kinds that share their first bytes, by the ending of the name: an archive with such a name is taken for one. */
const WITHIN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'application/zip': {
    docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    odt: 'application/vnd.oasis.opendocument.text',
    ods: 'application/vnd.oasis.opendocument.spreadsheet',
    odp: 'application/vnd.oasis.opendocument.presentation',
    epub: 'application/epub+zip',
  },
  'application/x-ole-storage': {
    doc: 'application/msword',
    xls: 'application/vnd.ms-excel',
    ppt: 'application/vnd.ms-powerpoint',
    msg: 'application/vnd.ms-outlook',
  },
  'text/plain': {
    csv: 'text/csv',
    md: 'text/markdown',
    json: 'application/json',
    yaml: 'application/yaml',
    yml: 'application/yaml',
    eml: 'message/rfc822',
    ics: 'text/calendar',
    vcf: 'text/vcard',
  },
};

const MARKUP = /^\s*(?:<\?xml[^>]*>|<!--[^]*?-->|<!doctype\s+(\w+)[^>]*>|\s)*<\s*([a-z][\w:-]*)/i;

/**
 * The media type of a file by its first bytes. Its name decides only between kinds that begin alike. What begins like no kind and
 * is no text is `application/octet-stream`.
 */
export function kindOf(head: Buffer, name: string): string {
  const text = head.toString('latin1');
  const sign = SIGNS.find(({ bytes, at = 0 }) => text.startsWith(bytes, at));
  const type = sign?.type ?? (isText(head) ? textKind(head.toString('utf8')) : 'application/octet-stream');
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const within = WITHIN[type] ?? {};
  return (Object.hasOwn(within, ending) ? within[ending] : undefined) ?? type;
}

/** The same of a file on the disk. */
export async function kindOfFile(file: string, name: string): Promise<string> {
  const opened = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await opened.read({ buffer: Buffer.alloc(HEAD_BYTES), position: 0 });
    return kindOf(buffer.subarray(0, bytesRead), name);
  } finally {
    await opened.close();
  }
}

/** Whether bytes are a text in UTF-8, of which the last character may be cut. */
function isText(head: Buffer): boolean {
  if (head.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}

function textKind(text: string): string {
  const [, declared, element = ''] = MARKUP.exec(text) ?? [];
  const root = (declared ?? element).toLowerCase();
  if (root === '') return 'text/plain';
  if (root === 'svg' || root.endsWith(':svg')) return 'image/svg+xml';
  if (root === 'html' || /<(?:html|head|body|script|iframe|title|table|div|p|a|img)\b/i.test(text)) return 'text/html';
  return text.trimStart().startsWith('<?xml') ? 'application/xml' : 'text/plain';
}
