import type { Issue } from '../application.ts';
import { isSlip } from '../expressions/schema/nearest.ts';
import { positionOf, type Spot } from '../located.ts';
import type { Collected, Report } from './report.ts';

/**
 * Checks that hold whatever the unread parts contain: keys, words and literals at their places, and expressions whose
 * mistake is their own or concerns things that were read. What is not declared, not used or not complete may be so in
 * an unread part, and is not reported then.
 */
const KNOWN_ALONE: ReadonlySet<string> = new Set([
  ...['NF0101', 'NF0102', 'NF0104', 'NF0105', 'NF0106', 'NF0107', 'NF0108', 'NF0110', 'NF0111', 'NF0112', 'NF0113'],
  ...[
    'NF0114',
    'NF0115',
    'NF0117',
    'NF0119',
    'NF0301',
    'NF0303',
    'NF0306',
    'NF0308',
    'NF0312',
    'NF0315',
    'NF0317',
    'NF0310',
    'NF0324',
    'NF0329',
    'NF0711',
    'NF0801',
    'NF0901',
  ],
  ...['NF0501', 'NF0502', 'NF0503', 'NF0504', 'NF0506', 'NF0507', 'NF0508', 'NF0509', 'NF0512', 'NF0515', 'NF0516'],
  ...['NF0517', 'NF0518', 'NF0520', 'NF0521', 'NF0522', 'NF0523', 'NF0524', 'NF0525', 'NF0526', 'NF0529', 'NF0530'],
]);

/** Checks of names. A name is unknown for certain where the parts that could not be read do not contain it either. */
const NAMES: ReadonlySet<string> = new Set([
  ...['NF0201', 'NF0202', 'NF0203', 'NF0204', 'NF0205', 'NF0206', 'NF0208', 'NF0209', 'NF0302', 'NF0505', 'NF0510'],
  ...['NF0511', 'NF0513', 'NF0519'],
]);

/** Checks of names of what stands under a key that declares things. */
const NAMED_BY: Readonly<Record<string, readonly string[]>> = {
  entities: ['NF0201', 'NF0202', 'NF0204', 'NF0205', 'NF0208', 'NF0302', 'NF0505', 'NF0511', 'NF0519'],
  fields: ['NF0202', 'NF0302', 'NF0505', 'NF0511'],
  groups: ['NF0202'],
  input: ['NF0202', 'NF0519'],
  states: ['NF0202', 'NF0204', 'NF0208', 'NF0302', 'NF0505', 'NF0511'],
  transitions: ['NF0208', 'NF0511', 'NF0519'],
  roles: ['NF0203', 'NF0513'],
  rules: ['NF0206'],
  screens: ['NF0205'],
  limits: ['NF0510'],
  errors: ['NF0206'],
};

/** Whether a key declares things that others name, by a map. */
export function isDeclaring(key: string): boolean {
  return Object.hasOwn(NAMED_BY, key);
}

/** Checks that a key is missing in a map. */
const MISSING: ReadonlySet<string> = new Set(['NF0109', 'NF0401', 'NF0601', 'NF0803']);

/** Keys that are missing only where an entity has no life cycle, which may stand in an unread part. */
const ELSE_BY_STATE: ReadonlySet<string> = new Set(['group_by']);

/**
 * Keeps only issues that are certain although these stretches of the specification could not be read, and these keys
 * declare nothing because something else stands in place of their maps.
 */
export function knownAlone(collected: Collected, unread: readonly Spot[], undeclared: readonly string[]): Collected {
  const texts = unread.map(
    ({ source, start, end }) => source.text.slice(start, end).replaceAll('\0', ''), // a file in UTF-16 has one beside each letter
  );
  const words = new Set<string>();
  const keys = new Set<string>();
  // the colon is optional, so that a text of one endless word is looked at once and not from each of its letters
  for (const [, word = '', colon] of texts.flatMap((text) => [...text.matchAll(/(\w+)\s*(:?)/g)])) {
    words.add(word);
    if (colon === ':') keys.add(word);
  }
  const uncertain = new Set(undeclared.flatMap((key) => NAMED_BY[key] ?? []));
  const isCut = unread.some(isEnd);
  const isUnknown = (id: string, name: string, nearest: string): boolean => {
    if (!/^[\w.]*$/.test(name)) return true; // nothing can be declared under it
    const last = name.split('.').at(-1) ?? '';
    if (nearest !== '' && isSlip(name, nearest)) return !keys.has(last);
    return !isCut && !words.has(last) && !uncertain.has(id);
  };
  return filtered(collected, (id, spot, { name = '', nearest = '', key = '' }) => {
    if (MISSING.has(id)) return isWhole(spot, unread) && !ELSE_BY_STATE.has(key);
    return KNOWN_ALONE.has(id) || (NAMES.has(id) && isUnknown(id, name, nearest));
  });
}

/** Whether a stretch that was not read ends its file: the file may be half saved, and what it lacks may declare anything. */
function isEnd({ source, end }: Spot): boolean {
  return source.text.slice(end).trim() === '';
}

/** Whether all of a map was read: none of the lines that were not are in it or beside it. In braces it ends where they close. */
function isWhole(map: Spot, unread: readonly Spot[]): boolean {
  const { text } = map.source;
  const isClosed = text[map.start] === '{';
  const first = isClosed ? map.start : lineBefore(text, map.start);
  const last = isClosed ? map.end : lineBehind(text, map.end);
  return unread.every(({ source, start, end }) => source.path !== map.source.path || end <= first || start >= last);
}

/** Where the line before that of an offset begins. */
function lineBefore(text: string, offset: number): number {
  const own = text.lastIndexOf('\n', offset - 1);
  return own <= 0 ? 0 : text.lastIndexOf('\n', own - 1) + 1;
}

/** Where the line behind an offset ends. */
function lineBehind(text: string, offset: number): number {
  const next = text.indexOf('\n', text.slice(0, offset).trimEnd().length + 1);
  return next === -1 ? text.length : next;
}

/** Keeps no issue on a line of which the loader told one. */
export function besideLoaded(collected: Collected, loaded: readonly Issue[]): Collected {
  const told = new Set(loaded.map(({ file, line }) => `${file}:${String(line)}`));
  if (told.size === 0) return collected;
  return filtered(
    collected,
    (_, { source, start }) => !told.has(`${source.path}:${String(positionOf(source, start).line)}`),
  );
}

type Keeps = (id: string, spot: Spot, params: Readonly<Record<string, string>>) => boolean;

function filtered({ report, reportAny, ...rest }: Collected, keeps: Keeps): Collected {
  return {
    report: (id, spot, params = {}) => void (keeps(id, spot, params) && report(id, spot, params)),
    reportAny: (id, spot, params) => void (keeps(id, spot, params) && reportAny(id, spot, params)),
    ...rest,
  };
}

/** Checks that report an absence, which may follow from a name or an expression that is wrong. */
const ABSENCE: ReadonlySet<string> = new Set([
  ...['NF0318', 'NF0402', 'NF0403', 'NF0404', 'NF0414', 'NF0444', 'NF0705', 'NF0707', 'NF0713', 'NF0719', 'NF0806'],
  ...['NF0808', 'NF0809', 'NF0811', 'NF0812', 'NF0813', 'NF1003', 'NF1005', 'NF1007', 'NF1103', 'NF1104', 'NF1110'],
  ...['NF0436', 'NF0449', 'NF0723', 'NF0821', 'NF0831', 'NF1111', 'NF1112'],
]);

/** Keeps issues about what is written. What is missing may stand in a part that could not be read. */
export function withoutAbsence(report: Report): Report {
  return (id, spot, params) => void (ABSENCE.has(id) || report(id, spot, params));
}
