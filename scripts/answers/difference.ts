import { inflateRawSync } from 'node:zlib';
import type { Answer } from './server-of.ts';

/** What a difference is about: sentences and documents are separated from what programs rely on. */
export type Kind = 'answer' | 'fault' | 'sentence' | 'openapi' | 'model';

/** One place at which two answers differ. */
export interface Difference {
  readonly kind: Kind;
  readonly place: string;
  readonly base: unknown;
  readonly other: unknown;
}

/** Ids, tokens and keys of the second server, by those of the first. */
export type Pairs = Map<string, string>;

/** Ids, tokens, keys and hashes: values that identify something. */
const OPAQUE =
  /nfk_[\w-]{20,}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\b[0-9a-f]{32}\b|\b[0-9a-f]{64}\b|(?<![\w-])[\w-]{43}(?![\w-])/g;
/** Headers of the connection, or of the real time of sending. */
const UNTOLD = new Set(['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding', 'etag']);

/** Every difference between two answers to the same call; ids that differ are paired. */
export function differences(path: string, base: Answer, other: Answer, pairs: Pairs): readonly Difference[] {
  const found: Difference[] = [];
  const kind = kindOf(path);
  const say: Say = (place, left, right, is) => void found.push({ kind: is ?? kind, place, base: left, other: right });
  // a call that the first server could not answer tells nothing about the answer of the second
  if (base.status === 500 && other.status !== 500)
    return [{ kind: 'fault', place: 'status', base: base.status, other: other.status }];
  if (base.status !== other.status) say('status', base.status, other.status, 'answer');
  compareHeaders(base, other, { pairs, say });
  compareBodies(path, base, other, { pairs, say });
  return found;
}

type Say = (place: string, base: unknown, other: unknown, kind?: Kind) => void;

interface Comparing {
  readonly pairs: Pairs;
  readonly say: Say;
}

function kindOf(path: string): Kind {
  if (path.startsWith('/api/openapi.json')) return 'openapi';
  return path.startsWith('/_/model') ? 'model' : 'answer';
}

function compareHeaders(base: Answer, other: Answer, { pairs, say }: Comparing): void {
  const names = new Set([...Object.keys(base.headers), ...Object.keys(other.headers)]);
  for (const name of names) {
    const [left, right] = [base.headers[name], other.headers[name]];
    if (name === 'etag') compareTags(String(left), String(right), { pairs, say });
    if (!UNTOLD.has(name)) compareValues(left, right, { pairs, say, place: `header ${name}` });
  }
}

/** `"7-x5…"`: the version is compared; what follows it identifies the content. */
function compareTags(left: string, right: string, comparing: Comparing): void {
  const [ours, theirs] = [left, right].map((tag) => /^(?:W\/)?"\d{1,15}(?="|-[\w-]{21,}")/.exec(tag)?.[0]);
  if (ours === theirs) comparePaired(left, right, comparing);
  else comparing.say('header etag', left, right);
}

/** Whole texts that name something, as an ETag or a cursor: another name for another thing. */
function comparePaired(left: string, right: string, { pairs, say }: Comparing, place = 'header etag'): void {
  if (left === right) return;
  const known = pairs.get(left);
  const isTaken = known === undefined && [...pairs.values()].includes(right);
  if (known === right) return;
  if (known !== undefined || isTaken || left === 'undefined' || right === 'undefined') say(place, left, right);
  else pairs.set(left, right);
}

function compareBodies(path: string, base: Answer, other: Answer, comparing: Comparing): void {
  if (base.bytes.equals(other.bytes)) return;
  const type = base.headers['content-type'] ?? '';
  if (/json(?:;|$)/.test(type)) {
    const [left, right] = [jsonOf(base), jsonOf(other)];
    compareValues(left, right, { ...comparing, place: '', isSentence: path.startsWith('/_/locales/') });
  } else if (type.includes('spreadsheetml')) {
    compareValues(sheetOf(base.bytes), sheetOf(other.bytes), { ...comparing, place: 'sheet' });
  } else {
    compareValues(linesOf(base), linesOf(other), { ...comparing, place: 'line' });
  }
}

function linesOf({ bytes }: Answer): readonly string[] {
  return bytes.toString('utf8').split('\n');
}

/** The body as JSON; the text itself where it is none. */
export function jsonOf({ bytes }: Answer): unknown {
  const text = bytes.toString('utf8');
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

interface At extends Comparing {
  readonly place: string;
  /** The text is for people. */
  readonly isSentence?: boolean;
}

function compareValues(left: unknown, right: unknown, at: At): void {
  if (Object.is(left, right)) return;
  if (typeof left === 'string' && typeof right === 'string') compareTexts(left, right, at);
  else if (Array.isArray(left) && Array.isArray(right)) compareLists(left, right, at);
  else if (isMap(left) && isMap(right)) compareMaps(left, right, at);
  // A language file that has more than before: texts of what is new.
  else at.say(at.place, left, right, left === undefined && at.isSentence ? 'sentence' : undefined);
}

function compareLists(left: readonly unknown[], right: readonly unknown[], at: At): void {
  if (left.length !== right.length && [...left, ...right].every((item) => typeof item === 'string')) {
    const [gone, come] = [left.filter((item) => !right.includes(item)), right.filter((item) => !left.includes(item))];
    if (gone.length + come.length > 0) {
      at.say(at.place, gone, come);
      return compareLists(without(left, gone), without(right, come), at);
    }
  }
  if (left.length !== right.length) at.say(`${at.place}.length`, left.length, right.length);
  for (let index = 0; index < Math.min(left.length, right.length); index += 1)
    compareValues(left[index], right[index], { ...at, place: `${at.place}[${String(index)}]` });
}

function without(list: readonly unknown[], these: readonly unknown[]): readonly unknown[] {
  return list.filter((item) => !these.includes(item));
}

/** Members in any order. */
function compareMaps(left: Readonly<Record<string, unknown>>, right: typeof left, at: At): void {
  for (const name of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const place = at.place === '' ? name : `${at.place}.${name}`;
    const [one, two] = [left[name], right[name]];
    if (isName(name) && typeof one === 'string' && typeof two === 'string') comparePaired(one, two, at, place);
    else compareValues(one, two, { ...at, place, isSentence: at.isSentence === true || isSentence(name, left) });
  }
}

/** Whole texts that name a place in a list, or a form of the model. */
function isName(name: string): boolean {
  return name === 'next' || name === 'model_hash' || name === 'hash';
}

/** What a refusal, a finding or a help says to people. */
function isSentence(name: string, beside: Readonly<Record<string, unknown>>): boolean {
  const says = name === 'message' || name === 'help' || name === 'title';
  return says && ('code' in beside || 'severity' in beside);
}

function compareTexts(left: string, right: string, { pairs, say, place, isSentence: said }: At): void {
  const [ours, theirs] = [left.match(OPAQUE) ?? [], right.match(OPAQUE) ?? []];
  const isSame = left.replace(OPAQUE, '·') === right.replace(OPAQUE, '·') && ours.length === theirs.length;
  if (!isSame) say(place, left, right, said ? 'sentence' : undefined);
  else ours.forEach((name, index) => comparePaired(name, theirs[index] ?? '', { pairs, say }, place));
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const ENTRY = 0x02014b50;
const ENTRY_LENGTH = 46;
const PART_LENGTH = 30;

/** The texts of an XLSX file by their names in it (APPNOTE 4.3): its cells and how they are shown. */
function sheetOf(bytes: Buffer): Readonly<Record<string, string>> {
  const parts: Record<string, string> = {};
  const end = bytes.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  if (end < 0) return parts;
  let at = bytes.readUInt32LE(end + 16);
  while (bytes.readUInt32LE(at) === ENTRY) {
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset));
    const part = bytes.readUInt32LE(at + 42);
    const from = part + PART_LENGTH + bytes.readUInt16LE(part + 26) + bytes.readUInt16LE(part + 28);
    const content = bytes.subarray(from, from + bytes.readUInt32LE(at + 20));
    const name = bytes.toString('utf8', at + ENTRY_LENGTH, at + ENTRY_LENGTH + (nameLength ?? 0));
    parts[name] = (bytes.readUInt16LE(at + 10) === 0 ? content : inflateRawSync(content)).toString('utf8');
    at += ENTRY_LENGTH + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return parts;
}
