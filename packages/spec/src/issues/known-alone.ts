import type { Issue } from '../application.ts';
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
    'NF0301',
    'NF0303',
    'NF0306',
    'NF0308',
    'NF0312',
    'NF0315',
    'NF0324',
    'NF0711',
    'NF0801',
    'NF0901',
  ],
  ...['NF0501', 'NF0502', 'NF0503', 'NF0504', 'NF0506', 'NF0507', 'NF0508', 'NF0509', 'NF0512', 'NF0515', 'NF0516'],
  ...['NF0517', 'NF0518', 'NF0520', 'NF0521', 'NF0522', 'NF0523', 'NF0524', 'NF0525', 'NF0526'],
]);

/** Checks of names. A name is unknown for certain where the parts that could not be read do not contain it either. */
const NAMES: ReadonlySet<string> = new Set([
  ...['NF0201', 'NF0202', 'NF0203', 'NF0204', 'NF0205', 'NF0206', 'NF0208', 'NF0209', 'NF0302', 'NF0505', 'NF0510'],
  ...['NF0511', 'NF0513', 'NF0519'],
]);

/**
 * Keeps only issues that are certain although a part of the specification, of which this is the text, could not be read. Null:
 * what it declares is not there at all.
 */
export function knownAlone(collected: Collected, unread: string | null): Collected {
  const words = new Set(unread?.match(/\w+/g));
  const isCertain = (id: string, { name = '' }: Readonly<Record<string, string>>): boolean =>
    KNOWN_ALONE.has(id) || (unread !== null && NAMES.has(id) && !words.has(name.match(/\w+/g)?.at(-1) ?? ''));
  return filtered(collected, (id, _, params) => isCertain(id, params));
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
  ...['NF0318', 'NF0402', 'NF0403', 'NF0404', 'NF0414', 'NF0705', 'NF0707', 'NF0713', 'NF0719', 'NF0806'],
  ...['NF0808', 'NF0809', 'NF0811', 'NF0812', 'NF0813', 'NF1003', 'NF1005', 'NF1007', 'NF1103', 'NF1104', 'NF1110'],
  ...['NF1111', 'NF1112'],
]);

/** Keeps issues about what is written. What is missing may stand in a part that could not be read. */
export function withoutAbsence(report: Report): Report {
  return (id, spot, params) => void (ABSENCE.has(id) || report(id, spot, params));
}
