import { isAlias, isMap, isScalar, isSeq, type Document, type Pair, type ParsedNode, type YAMLMap } from 'yaml';
import type { Report } from '../issues/report.ts';
import { parsed } from './parsed.ts';
import { cutOf, isMended, isUnclosed, type Cut } from './cuts.ts';
import { escapeTrap, isCutOff, trapAt } from './expression-traps.ts';
import { narrowed } from './full-width.ts';
import type { Entry, Located, LocatedMap, SourceText, Spot } from '../located.ts';

interface Reading {
  readonly source: SourceText;
  readonly report: Report;
  /** What was taken out of the file so that the rest can be read. */
  readonly cuts: Cut[];
  /** The text that is read: full-width signs of YAML are half-width in it. */
  readonly text: string;
  /** Keys that are not read as they were written, by their offsets. */
  readonly keys: ReadonlyMap<number, string>;
}

/**
 * Reads one file of YAML 1.2 core strictly: every scalar stays the text that was written. Null where no part of it can
 * be used. Everything that is wrong is reported. `unread` is told the lines that were left out because of it.
 */
export function parseYaml(
  source: SourceText,
  report: Report,
  unread: (lines: Spot) => void = () => undefined,
): LocatedMap | null {
  const { text, found, keys } = narrowed(source.text);
  const reading: Reading = { source, report, cuts: [], text, keys };
  const lines = new Set(found.map(({ start }) => lineAt(source, start)));
  for (const { start, end, mended } of found) report('NF0017', { source, start, end }, { quoted: mended });
  const document = readable(reading, lines);
  reportErrors(reading, document, lines);
  for (const { start, end } of reading.cuts) unread({ source, start, end });
  if (document.errors.length > 0 || hasTwoVersions(reading)) return null;
  const contents = document.contents;
  if (contents === null) return emptyMap(source);
  const node = locate(reading, contents);
  if (node === null) return null;
  if (node.kind === 'map') return node;
  report('NF0013', node.spot);
  return null;
}

/** The largest number of expressions without quotes that is reported for a file. */
const MOST_TRAPS = 50;
/** The largest number of places that are left out of a file. */
const MOST_CUTS = 8;

/**
 * An expression without quotes often makes the text after it unreadable. The expression is reported, and the file is
 * read again with another text in its place, so that the rest is read too. The same is done with lines that are no YAML.
 */
function readable(reading: Reading, lines: Set<number>): Document {
  const { source, report } = reading;
  let text = reading.text;
  let document = parsed(text);
  for (let turn = 0; turn < MOST_TRAPS && document.errors.length > 0; turn += 1) {
    const trap = firstTrap(source, document);
    const masked = trap === null ? text : withX(text, trap.spot);
    const next = masked === text ? document : parsed(masked);
    const isTrap = trap !== null && isMended(document, next, trap.spot.end);
    const cut = isTrap || reading.cuts.length >= MOST_CUTS ? null : cutOf(text, document);
    if (cut !== null) {
      if (!lines.has(lineAt(source, cut.at))) reportError(reading, cut);
      reading.cuts.push(cut);
      lines.add(lineAt(source, cut.at));
      [text, document] = [cut.text, cut.document];
    } else if (trap === null || next === document) return document;
    else {
      report('NF0009', trap.spot, { quoted: trap.quoted });
      lines.add(lineAt(source, trap.spot.start));
      [text, document] = [masked, next];
    }
  }
  return document;
}

function withX(text: string, { start, end }: Spot): string {
  return `${text.slice(0, start)}${'x'.repeat(end - start)}${text.slice(end)}`;
}

function firstTrap(source: SourceText, { errors }: Document): ReturnType<typeof trapAt> {
  const seen = new Set<number>();
  for (const { code, pos } of errors) {
    const line = lineAt(source, pos[0]);
    if (seen.has(line)) continue;
    seen.add(line);
    const trap = code === 'TAB_AS_INDENT' ? null : trapAt(source, Math.min(pos[0], source.text.length));
    if (trap !== null) return trap;
  }
  return null;
}

function emptyMap(source: SourceText): LocatedMap {
  return { kind: 'map', entries: new Map(), spot: { source, start: 0, end: 0 } };
}

/**
 * One mistake often causes further errors of the parser. Only the first error of a line is reported. After one wrong
 * indentation, or one key without its colon, no error about the position of later lines is reported.
 */
function reportErrors(reading: Reading, document: Document, lines: Set<number>): void {
  let isMisplaced = false;
  for (const { code, pos, message } of document.errors) {
    const spot = spotAt(reading, afterSpace(reading.source, pos[0]), pos[1]);
    const line = lineAt(reading.source, spot.start);
    if (lines.has(line) || (isMisplaced && FOLLOWING.has(code) && !isUnclosed(message))) continue;
    lines.add(line);
    isMisplaced ||= MISPLACING.has(code);
    reportError(reading, { code, message, at: spot.start, to: spot.end });
  }
}

function reportError(reading: Reading, { code, message, at, to }: Pick<Cut, 'code' | 'message' | 'at' | 'to'>): void {
  const spot = spotAt(reading, at, to);
  if (code === 'TAB_AS_INDENT') reading.report('NF0007', spot);
  else reading.report('NF0001', spot, { yaml: isUnclosed(message) ? 'MISSING_CHAR' : code });
}

/** After one of these errors the position of later lines is wrong ... */
const MISPLACING: ReadonlySet<string> = new Set([
  ...['TAB_AS_INDENT', 'BAD_INDENT', 'MULTILINE_IMPLICIT_KEY', 'UNEXPECTED_TOKEN'],
]);
/** ... and the parser reports it as one of these. */
const FOLLOWING: ReadonlySet<string> = new Set([
  ...['BAD_INDENT', 'BLOCK_AS_IMPLICIT_KEY', 'MULTILINE_IMPLICIT_KEY', 'UNEXPECTED_TOKEN'],
]);

/** The first character of a line whose indentation is reported. */
function afterSpace({ text }: SourceText, offset: number): number {
  if (offset > 0 && text[offset - 1] !== '\n') return offset;
  const indent = /^ *(?=[^ \r\n])/.exec(text.slice(offset, offset + 200));
  return offset + (indent?.[0].length ?? 0);
}

/** The end of the line before: one number for each line. */
function lineAt({ text }: SourceText, offset: number): number {
  return text.lastIndexOf('\n', Math.max(0, offset - 1));
}

/** The one mistake of YAML that the parser does not report. */
function hasTwoVersions(reading: Reading): boolean {
  const twice = /^(?:[ \t]*(?:#.*)?\r?\n|%.*\r?\n)*?%YAML\b.*\r?\n(?:[ \t]*(?:#.*)?\r?\n)*(?=%YAML\b)/.exec(
    reading.source.text,
  );
  if (twice === null) return false;
  reading.report('NF0001', spotAt(reading, twice[0].length, twice[0].length + 5), {
    yaml: 'BAD_DIRECTIVE',
  });
  return true;
}

function reportTrap({ source, report }: Reading, offset: number): boolean {
  const trap = trapAt(source, offset);
  if (trap === null) return false;
  report('NF0009', trap.spot, { quoted: trap.quoted });
  return true;
}

function spotAt({ source }: Reading, start: number, end: number): Spot {
  return { source, start: Math.min(start, source.text.length), end: Math.min(end, source.text.length) };
}

type YamlNode = ParsedNode | Document['contents'];

function locate(reading: Reading, node: YamlNode): Located | null {
  if (node === null) return null;
  const range = node.range ?? [0, 0];
  const spot = spotAt(reading, range[0], range[1]);
  if (!isPlainNode(reading, node, spot)) return null;
  if (isMap(node)) return locateMap(reading, node, spot);
  if (isSeq(node)) {
    const items = node.items.map((item) => locate(reading, item as YamlNode)); // parsed as the list was
    return { kind: 'list', items: items.filter((item) => item !== null), spot };
  }
  if (!isScalar(node)) return null;
  const plain = node.type === 'PLAIN';
  if (plain && node.source === '') {
    reading.report('NF0006', spot, { key: '' });
    return null;
  }
  const escaped = node.type === 'QUOTE_DOUBLE' ? escapeTrap(spot) : null;
  if (escaped !== null) reading.report('NF0009', escaped.spot, { quoted: escaped.quoted });
  return { kind: 'scalar', text: String(node.value), plain, spot };
}

/** False, after an issue, for tags, anchors and aliases: in this language they are mostly expressions without quotes. */
function isPlainNode(reading: Reading, node: NonNullable<YamlNode>, spot: Spot): boolean {
  const tag = isAlias(node) ? undefined : node.tag;
  const anchor = isAlias(node) ? node.source : node.anchor;
  if (tag === undefined && anchor === undefined) return true;
  if (anchor !== undefined && reportTrap(reading, spot.start - 1)) return false;
  if (anchor !== undefined)
    reading.report('NF0003', isAlias(node) ? spot : markOf(reading, '&', spot), { name: anchor });
  else if (!reportTrap(reading, Math.max(0, spot.start - 1))) {
    const mark = markOf(reading, '!', spot);
    reading.report('NF0002', mark, { name: reading.source.text.slice(mark.start, mark.end) });
  }
  return false;
}

/** The anchor or tag before a value. */
function markOf(reading: Reading, sign: '&' | '!', value: Spot): Spot {
  const before = reading.source.text.slice(0, value.start);
  const start = before.lastIndexOf(sign, value.start);
  const mark = /^\S*/.exec(before.slice(start))?.[0] ?? '';
  return start === -1 ? value : spotAt(reading, start - (before[start - 1] === sign ? 1 : 0), start + mark.length);
}

function locateMap(reading: Reading, map: YAMLMap, spot: Spot): Located {
  const entries = new Map<string, Entry>();
  let previous: Located | null = null;
  let begun = '';
  let told = 0;
  for (const pair of map.items as Pair<ParsedNode, ParsedNode | null>[]) {
    // parsed as the map was
    const before = begun;
    begun = map.flow === true ? beginningIn(pair, before) : '';
    if (before !== '' && isEmpty(pair.value)) continue; // the rest of a key that was told
    if (isEmpty(pair.value) && (pair.key.range[0] ?? 0) < told) continue; // the rest of a number that was told
    const thousands = pair.value === null && map.flow === true ? thousandsAt(reading, previous) : null;
    if (thousands !== null && previous !== null) {
      const { spot: at } = previous;
      const number = spotAt(reading, at.start, at.start + thousands.length);
      reading.report('NF0006', number, {
        key: thousands.split(',')[1] ?? '',
        whole: thousands.replaceAll(',', ''),
        form: 'value',
      });
      told = number.end;
      continue;
    }
    if (previous?.kind === 'scalar' && previous.plain && isCutOff(previous.text) && pair.value === null) {
      if (reportTrap(reading, previous.spot.start)) continue;
    }
    previous = locatePair(reading, pair, { entries, before: map.flow === true ? previous : null });
  }
  return { kind: 'map', entries, spot };
}

/** A key without a value that a comma has cut inside quotes or brackets, as `a:"b, c"`, with what stands before it; else empty. */
function beginningIn({ key, value }: Pair<ParsedNode, ParsedNode | null>, before: string): string {
  if (!isScalar(key) || !isEmpty(value)) return '';
  const text = `${before}${String(key.value)}`;
  const count = (signs: RegExp): number => (text.match(signs) ?? []).length;
  return count(/"/g) % 2 === 1 || count(/[([]/g) > count(/[)\]]/g) ? text : '';
}

function locatePair(
  reading: Reading,
  pair: Pair<ParsedNode, ParsedNode | null>,
  { entries, before }: { readonly entries: Map<string, Entry>; readonly before: Located | null },
): Located | null {
  const { key } = pair;
  const keySpot = spotAt(reading, key.range[0], key.range[1]);
  if (!isScalar(key) || key.tag !== undefined || key.anchor !== undefined) {
    if (!reportTrap(reading, keySpot.start)) reading.report('NF0012', keySpot);
    return null;
  }
  const name = reading.keys.get(keySpot.start) ?? String(key.value);
  if (name === '<<') {
    reading.report('NF0004', keySpot);
    return null;
  }
  if (entries.has(name)) {
    reading.report('NF0005', keySpot, { key: name });
    return null;
  }
  if (isEmpty(pair.value) && isBeforeCut(reading, keySpot)) {
    entries.set(name, { keySpot, value: lost(keySpot) });
    return null;
  }
  if (isEmpty(pair.value)) {
    const meant = pair.value === null ? { ...bracketed(name, before), ...spaced(name) } : {};
    reading.report('NF0006', keySpot, { key: name, ...meant });
    const [key = '', value] = (meant.expected ?? name).split(': ');
    if (meant.nearest === undefined && !entries.has(key)) entries.set(key, { keySpot, value: lost(keySpot, value) });
    return null;
  }
  const value = locate(reading, pair.value);
  if (value === null) {
    entries.set(name, { keySpot, value: lost(keySpot) });
    return null;
  }
  reportCutByComment(reading, value);
  entries.set(name, { keySpot, value });
  return value;
}

/** Whether what a key has was taken out. */
function isBeforeCut({ source, cuts }: Reading, { end }: Spot): boolean {
  return cuts.some(({ start }) => start >= end && /^:?\s*$/.test(source.text.slice(end, start)));
}

/** A number whose thousands are parted by commas, which end a value inside of brackets. */
function thousandsAt({ source }: Reading, before: Located | null): string | null {
  if (before?.kind !== 'scalar' || !before.plain) return null;
  return /^-?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?(?=\s*[,}])/.exec(source.text.slice(before.spot.start))?.[0] ?? null;
}

/** What is read of a key whose value is missing, is one word with it, or means nothing: the rest is judged all the same. */
function lost(spot: Spot, value?: string): Located {
  if (value === undefined) return { kind: 'open', question: null, ask: null, spot, isLost: true };
  return { kind: 'scalar', text: value, plain: true, spot };
}

/** `sort: -day, number` inside { } ends at the comma. */
function bracketed(key: string, before: Located | null): { readonly nearest?: string } {
  const isWord = before?.kind === 'scalar' && before.plain && /^[-+]?[a-z_][\w.]*$/.test(before.text);
  return isWord && /^[-+]?[a-z_][\w.]*$/.test(key) ? { nearest: `[${before.text}, ${key}]` } : {};
}

/** `type:string`, `type string` and `type = string` inside { } are one word. */
function spaced(key: string): { readonly expected?: string } {
  const [, name, value] = /^([a-z_][a-z0-9_]*)(?::| = | )(\S.*)$/.exec(key) ?? [];
  return name === undefined || value === undefined ? {} : { expected: `${name}: ${value}` };
}

function isEmpty(value: ParsedNode | null): boolean {
  if (value === null) return true;
  return (
    isScalar(value) &&
    value.type === 'PLAIN' &&
    value.tag === undefined &&
    value.anchor === undefined &&
    (value.source === '' || value.source === '~')
  );
}

/** `check: record.code == "a #b"` reads as `record.code == "a`. */
function reportCutByComment(reading: Reading, value: Located): void {
  if (value.kind !== 'scalar' || !value.plain || !isCutOff(value.text)) return;
  const rest = reading.source.text.slice(value.spot.end, value.spot.end + 200);
  const trap = /^[ \t]+#/.test(rest) ? lineTrap(reading, value.spot.start) : null;
  if (trap !== null) reading.report('NF0009', trap.spot, { quoted: trap.quoted });
}

function lineTrap(reading: Reading, start: number): ReturnType<typeof trapAt> {
  return trapAt(reading.source, start);
}
