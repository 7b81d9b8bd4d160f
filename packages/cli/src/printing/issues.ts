import { renderIssue, type Issue } from '@ninefold/spec';
import type { Call } from '../arguments/command.ts';
import { dataPlace, samePlace } from '../arguments/same-place.ts';
import type { Say } from '../texts/texts.ts';
import type { Costs } from './costs.ts';
import type { LoadedSpecification } from '@ninefold/server/specification';

/** For whom something is printed. */
export type Reader = Pick<Call, 'say' | 'language' | 'command' | 'flags'>;

/** So many of one kind about one name in one file are printed, then only counted. */
const ALIKE = 3;

/** How the reader writes commands about the specification in `folder`. */
export function typedBy({ command, flags }: Pick<Reader, 'command' | 'flags'>, folder: string) {
  return { ninefold: command, folder: samePlace({ flags: {} }, folder), place: dataPlace({ flags }, folder) };
}

/** The issues of `folder` as they are printed, an empty line after each; of many alike the first ones, then how many more. */
export function issueLines(issues: readonly Issue[], reader: Reader, folder: string): string {
  const { language, say } = reader;
  const typed = typedBy(reader, folder);
  const groups = Map.groupBy(issues, kindOf);
  const more = new Map<Issue, number>();
  const hidden = new Set<Issue>();
  for (const group of groups.values()) {
    const last = group[ALIKE - 1];
    if (!last || group.length <= ALIKE) continue;
    more.set(last, group.length - ALIKE);
    for (const issue of group.slice(ALIKE)) hidden.add(issue);
  }
  return issues
    .filter((issue) => !hidden.has(issue))
    .map((issue) => {
      const count = more.get(issue);
      const note = count === undefined ? '' : `${say('check.alike', { count, id: issue.id, file: issue.file })}\n\n`;
      return `${renderIssue(issue, language, typed)}\n\n${note}`;
    })
    .join('');
}

/** Issues of one kind are alike: about the same, or about the same two files. */
function kindOf({ id, file, params }: Issue): string {
  return JSON.stringify(id === 'NF0010' ? [id, file, params['other']?.replace(/:.*/, '')] : [id, file, params]);
}

/** `2 errors, 1 warning`, without what is zero; empty for nothing. */
export function countLine(issues: readonly Issue[], say: Say): string {
  const counts = (['error', 'warning', 'notice'] as const).map((severity) => ({
    severity,
    count: issues.filter((issue) => issue.severity === severity).length,
  }));
  return counts
    .filter(({ count }) => count > 0)
    .map(({ severity, count }) => say(`counts.${severity}`, { count }))
    .join(say('counts.between'));
}

/** What every form of the answer of `check` is made of. */
export interface Checked extends LoadedSpecification {
  readonly folder: string;
  /** What lists cost, where that was asked for and the specification can run. */
  readonly costs: Costs | null;
  /** Secrets that calls of the specification need and that are not set where it has its data. */
  readonly missingSecrets: readonly string[];
}
