import { renderIssue, type Issue } from '@ninefold/spec';

/** The language of the terminal, as far as Ninefold has it. */
export function terminalLanguage(env: Readonly<Record<string, string | undefined>>): string {
  const locale = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '';
  return locale.startsWith('ja') ? 'ja' : 'en';
}

/** The issues as lines, the count of each severity at the end. */
export function issueLines(issues: readonly Issue[], language: string): string {
  const texts = issues.map((issue) => `${renderIssue(issue, language)}\n`);
  return `${texts.join('\n')}${texts.length > 0 ? '\n' : ''}`;
}

/** `2 errors, 1 warning`, without what is zero; empty for nothing. */
export function countLine(issues: readonly Issue[]): string {
  const counts = (['error', 'warning', 'notice'] as const).map((severity) => ({
    severity,
    count: issues.filter((issue) => issue.severity === severity).length,
  }));
  return counts
    .filter(({ count }) => count > 0)
    .map(({ severity, count }) => `${String(count)} ${severity}${count === 1 ? '' : 's'}`)
    .join(', ');
}
