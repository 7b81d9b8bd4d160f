import type { Issue } from '@ninefold/spec';
import type { Say } from '../texts/texts.ts';

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
