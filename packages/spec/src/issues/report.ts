import type { Issue, Verdict } from '../application.ts';
import { lineText, positionOf, type Spot } from '../located.ts';
import { CHECKS, type CheckId } from './checks.ts';

/** Notes an issue at a place. Ids of the expression checker are not in `CheckId`; they are errors unless listed. */
export type Report = (id: CheckId, spot: Spot, params?: Readonly<Record<string, string>>) => void;

export interface Collected {
  readonly report: Report;
  /** For ids that come from the expression checker. */
  readonly reportAny: (id: string, spot: Spot, params: Readonly<Record<string, string>>) => void;
  readonly issues: () => readonly Issue[];
  /** Stores a verdict of reasoning with its place. */
  readonly conclude: (spot: Spot, verdict: Omit<Verdict, 'file' | 'line' | 'column'>) => void;
  readonly verdicts: () => readonly Verdict[];
}

/** Collects issues. The same issue is reported once at each place. */
export function collect(): Collected {
  const found = new Map<string, Found>();
  const verdicts: Verdict[] = [];
  const reportAny: Collected['reportAny'] = (id, spot, params) => {
    const issue = issueAt(id, spot, params);
    found.set(`${id} ${issue.file} ${String(spot.start)} ${JSON.stringify(params)}`, { issue, spot });
  };
  return {
    report: (id, spot, params = {}) => reportAny(id, spot, params),
    reportAny,
    issues: () => withoutMisspelt([...found.values()]).sort(byPlace),
    conclude: ({ source, start }, verdict) =>
      void verdicts.push({ ...verdict, file: source.path, ...positionOf(source, start) }),
    verdicts: () => verdicts.toSorted(byPlace),
  };
}

interface Found {
  readonly issue: Issue;
  readonly spot: Spot;
}

/** A key that is missing because it was misspelt is reported once, as misspelt. */
function withoutMisspelt(found: readonly Found[]): Issue[] {
  const misspelt = found.filter(({ issue }) => issue.id === 'NF0101');
  const starts = Map.groupBy(misspelt, ({ issue, spot }) => `${issue.params['nearest'] ?? ''} ${spot.source.path}`);
  const isTold = ({ issue, spot: { source, start, end } }: Found): boolean =>
    missing(issue).some((key) =>
      starts.get(`${key} ${source.path}`)?.some(({ spot }) => spot.start >= start && spot.start < end),
    );
  return found.filter((one) => !isTold(one)).map(({ issue }) => issue);
}

/** The keys of which an issue says that one is missing. */
function missing({ id, params }: Issue): readonly string[] {
  if (id === 'NF0601') return ['check', 'reject_when', 'never'];
  return id === 'NF0109' ? [params['key'] ?? ''] : [];
}

function isCheck(id: string): id is keyof typeof CHECKS {
  return Object.hasOwn(CHECKS, id);
}

function issueAt(id: string, spot: Spot, params: Readonly<Record<string, string>>): Issue {
  const { line, column: at } = positionOf(spot.source, spot.start);
  const sourceLine = lineText(spot.source, line);
  const column = Math.min(at, sourceLine.length + 1); // what stands in the line end stands at its beginning
  const severity = isCheck(id) ? CHECKS[id] : 'error';
  const length = Math.max(1, Math.min(spot.end - spot.start, sourceLine.length - column + 1));
  return { id, severity, file: spot.source.path, line, column, length, sourceLine, params };
}

type Placed = Pick<Issue, 'id' | 'file' | 'line' | 'column'>;

function byPlace(a: Placed, b: Placed): number {
  if (a.file !== b.file) return byFile(a.file, b.file);
  return a.line - b.line || a.column - b.column || (a.id < b.id ? -1 : 1);
}

/** `app.yaml` first, then by code point. */
export function byFile(a: string, b: string): number {
  if (a === b) return 0;
  if (a === 'app.yaml') return -1;
  if (b === 'app.yaml') return 1;
  const left = [...a];
  const right = [...b];
  for (let at = 0; at < Math.min(left.length, right.length); at += 1) {
    const difference = (left[at]?.codePointAt(0) ?? 0) - (right[at]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}
