import { renderVerdict } from '@ninefold/spec';
import type { Call } from '../arguments/command.ts';
import type { Checked } from './issues.ts';

/** How many claims are proved, refuted and undecided; with `--reasoning` each of them before that. */
export function reasoningLines({ verdicts }: Checked, { flags, language, say }: Call): string {
  if (verdicts.length === 0) return '';
  const isLong = flags['reasoning'] === true;
  const counted = (['proved', 'refuted', 'undecided'] as const).map((kind) =>
    say(`check.${kind}`, { number: verdicts.filter(({ verdict }) => verdict === kind).length }),
  );
  const sum = say('check.reasoned', { number: verdicts.length, counts: counted.join(say('counts.between')) });
  const each = isLong ? verdicts.map((verdict) => `${renderVerdict(verdict, language)}\n`).join('') : '';
  return `${each}${isLong ? sum : say('check.reasoned_more', { sum })}\n`;
}
