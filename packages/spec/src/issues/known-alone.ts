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

/**
 * Keeps only issues that are certain although a part of the specification could not be read, and none on a line that
 * already has an issue.
 */
export function knownAlone({ report, reportAny, issues, ...rest }: Collected): Collected {
  const told = new Set(issues().map(({ file, line }) => `${file}:${String(line)}`));
  const isNew = (id: string, { source, start }: Spot): boolean =>
    KNOWN_ALONE.has(id) && !told.has(`${source.path}:${String(positionOf(source, start).line)}`);
  return {
    report: (id, spot, params) => void (isNew(id, spot) && report(id, spot, params)),
    reportAny: (id, spot, params) => void (isNew(id, spot) && reportAny(id, spot, params)),
    issues,
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
