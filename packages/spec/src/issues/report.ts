import type { Issue, Verdict } from '../application.ts';
import { isSlip } from '../expressions/schema/nearest.ts';
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
  /** Another one that has the same issues so far. */
  readonly copy: () => Collected;
}

/** Collects issues. The same issue is reported once at each place. */
export function collect(known: ReadonlyMap<string, Found> = new Map()): Collected {
  const found = new Map<string, Found>(known);
  const verdicts: Verdict[] = [];
  const reportAny: Collected['reportAny'] = (id, spot, params) => {
    const issue = issueAt(id, spot, params);
    found.set(`${id} ${issue.file} ${String(spot.start)} ${JSON.stringify(params)}`, { issue, spot });
  };
  return {
    report: (id, spot, params = {}) => reportAny(id, spot, params),
    reportAny,
    issues: () => oncePerName(withoutMisspelt([...found.values()]).sort(byPlace), declaredIn([...found.values()])),
    conclude: ({ source, start }, verdict) =>
      void verdicts.push({ ...verdict, file: source.path, ...positionOf(source, start) }),
    verdicts: () => verdicts.toSorted(byPlace),
    copy: () => collect(found),
  };
}

interface Found {
  readonly issue: Issue;
  readonly spot: Spot;
}

/** A key that is missing where another one is not known, or has no value, is meant by that one, which is told. */
function withoutMisspelt(found: readonly Found[]): Issue[] {
  const unknown = found.flatMap(({ issue, spot }) => (['NF0101', 'NF0006'].includes(issue.id) ? [spot] : []));
  const isTold = ({ issue, spot }: Found): boolean =>
    missing(issue).length > 0 && unknown.some((key) => isDirect(key, spot));
  return found.filter((one) => !isTold(one)).map(({ issue }) => issue);
}

/** The names that stand as the values of keys which are not known: such a key may have been meant to declare one. */
function declaredIn(found: readonly Found[]): ReadonlySet<string> {
  const names = found.flatMap(({ issue, spot: { source, end } }) => {
    const [, name] =
      issue.id === 'NF0101' ? (/^["']?\s*:\s*["']?(\w+)/.exec(source.text.slice(end, end + 80)) ?? []) : [];
    return name ?? [];
  });
  return new Set(names);
}

/** Whether a key stands in a map itself, and not in a map within it. */
function isDirect(key: Spot, map: Spot): boolean {
  if (key.source.path !== map.source.path || key.start < map.start || key.start >= map.end) return false;
  const { text } = map.source;
  if (text[map.start] !== '{') return columnOf(key) === columnOf(map);
  const between = text.slice(map.start + 1, key.start);
  return (between.match(/[{[]/g) ?? []).length === (between.match(/[}\]]/g) ?? []).length;
}

function columnOf({ source, start }: Spot): number {
  return positionOf(source, start).column;
}

/** The keys of which an issue says that one is missing. */
function missing({ id, params }: Issue): readonly string[] {
  if (id === 'NF0601') return ['check', 'reject_when', 'never'];
  if (id === 'NF0401') return ['initial'];
  if (id === 'NF0803') return (params['words'] ?? '').split(', ');
  return id === 'NF0109' ? [params['key'] ?? ''] : [];
}

/** What a name that is not known should name, by the check that says so. */
const NAMED: Readonly<Record<string, string>> = {
  ...{ NF0201: 'entity', NF0202: 'field', NF0505: 'field', NF0203: 'role', NF0513: 'role', NF0204: 'state' },
  ...{ NF0511: 'state', NF0302: 'state', NF0205: 'entity', NF0206: 'error', NF0208: 'transition', NF0510: 'limit' },
  ...{ NF0519: 'input', NF1202: 'field' },
};

/** What is left of a name without all that an id cannot have. */
function lettersOf(name = ''): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** Fields that a record has where its entity has a life cycle: what could not be read may be that life cycle. */
const OF_LIFECYCLES: ReadonlySet<string> = new Set(['state', 'state_since', 'state_final', 'did', 'awaits']);

/** So many further places of a name are said. */
const MOST_PLACES = 8;

/**
 * A name of something that is not there is told where it stands first, with its other places: what is missing or misspelt is
 * one thing. A name that is a key which is not known either, or part of an id that cannot be one, was told there, and so was
 * the name of a field that such a key would have declared.
 */
function oncePerName(issues: readonly Issue[], declared: ReadonlySet<string>): Issue[] {
  const keys = new Set(
    issues.flatMap(({ id, params }) => (id === 'NF0101' || id === 'NF0201' ? [params['name']] : [])),
  );
  const ids = issues.flatMap(({ id, params }) => (id === 'NF0107' ? [lettersOf(params['name'])] : []));
  const isLost = issues.some(({ id }) => ['NF0001', 'NF0007', 'NF0101', 'NF0107', 'NF0201'].includes(id));
  const isTold = ({ id, params: { name = '', nearest = '' } }: Issue): boolean => {
    if (!Object.hasOwn(NAMED, id)) return false;
    const parts = name.split('.');
    const isKey = parts.some((part) => keys.has(part)) && (id !== 'NF0201' || parts.length > 1);
    const isId = parts.some((part) => ids.some((one) => one.includes(lettersOf(part))));
    const isOfLost = id === 'NF0208' && !(nearest !== '' && isSlip(name, nearest));
    const isDeclared = NAMED[id] === 'field' && parts.some((part) => declared.has(part));
    return isKey || isId || isDeclared || (isLost && (OF_LIFECYCLES.has(name) || isOfLost));
  };
  const groups = Map.groupBy(issues, ({ id, params: { name = '' } }, index) =>
    Object.hasOwn(NAMED, id) && name !== '' ? `${NAMED[id] ?? ''} ${name.split('.').at(-1) ?? ''}` : index,
  );
  return [...groups.values()].flatMap(([first, ...others]): readonly Issue[] => {
    if (!first || isTold(first)) return [];
    if (others.length === 0) return [first];
    const places = others.map(({ file, line, column }) => `${file}:${String(line)}:${String(column)}`);
    const also = `${places.slice(0, MOST_PLACES).join(', ')}${places.length > MOST_PLACES ? ', …' : ''}`;
    return [{ ...first, params: { ...first.params, also } }];
  });
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
