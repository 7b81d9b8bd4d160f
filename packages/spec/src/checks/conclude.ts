import type { Verdict } from '../application.ts';
import type { Context } from '../compile/context.ts';
import type { CheckId } from '../issues/checks.ts';
import type { Answer } from '../reasoning/decide.ts';
import { exampleText } from '../reasoning/example-text.ts';

/** Something that holds for all values, or does not. */
export interface Claim {
  readonly id: CheckId;
  /** Where it stands, as the spots are named. */
  readonly place: string;
  readonly params: Readonly<Record<string, string>>;
  /** The verdict that is a mistake of the author. */
  readonly mistake: 'proved' | 'refuted';
}

/** A verdict with what it rests on. */
export type Judged = Pick<Verdict, 'verdict' | 'example' | 'reason'>;

/** The verdict on a claim that something is never so, from the answer whether it can be so. */
export function neverSo(answer: Answer): Judged {
  if (answer.verdict === 'impossible') return { verdict: 'proved', example: '', reason: null };
  if (answer.verdict === 'undecided') return { verdict: 'undecided', example: '', reason: answer.reason };
  return { verdict: 'refuted', example: exampleText(answer.example), reason: null };
}

/** Notes the verdict, and reports it where it is a mistake. */
export function conclude(ctx: Context, { id, place, params, mistake }: Claim, judged: Judged): void {
  const spot = ctx.spots.get(place);
  if (!spot) return; // not written by the author
  const told = judged.verdict === mistake;
  ctx.conclude(spot, { id, params, ...judged, told });
  if (told) ctx.report(id, spot, judged.example === '' ? params : { ...params, example: judged.example });
}
