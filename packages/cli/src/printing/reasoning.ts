import { renderVerdict, type Verdict } from '@ninefold/spec';
import type { Call } from '../arguments/command.ts';
import type { Checked } from './issues.ts';

/** How many claims come out as they should, are told as issues, and are undecided; with `--reasoning` each of them before that. */
export function reasoningLines({ verdicts }: Checked, { flags, language, say }: Call): string {
  if (verdicts.length === 0) return '';
  const isLong = flags['reasoning'] === true;
  const counted = OUTCOMES.flatMap((outcome) => {
    const number = verdicts.filter((verdict) => outcomeOf(verdict) === outcome).length;
    return number > 0 || outcome === 'in_order' ? [say(`check.${outcome}`, { number })] : [];
  });
  const sum = say('check.reasoned', { count: verdicts.length, counts: counted.join(say('counts.between')) });
  const each = isLong ? verdicts.map((verdict) => `${renderVerdict(verdict, language)}\n`).join('') : '';
  return `${each}${isLong ? sum : say('check.reasoned_more', { sum })}\n`;
}

const OUTCOMES = ['in_order', 'told_above', 'undecided'] as const;

/** Whether a claim holds says nothing by itself: that a guard never holds is to be refuted, and a promise to be proved. */
function outcomeOf({ verdict, told }: Verdict): (typeof OUTCOMES)[number] {
  if (verdict === 'undecided') return 'undecided';
  return told ? 'told_above' : 'in_order';
}
