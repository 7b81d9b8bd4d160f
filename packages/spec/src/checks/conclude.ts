import type { ExampleStep, Verdict } from '../application.ts';
import type { Context } from '../compile/reading/context.ts';
import type { CheckId } from '../issues/checks.ts';
import type { Answer } from '../reasoning/decide.ts';
import { exampleText } from '../reasoning/example-text.ts';
import type { Assignment } from '../reasoning/world.ts';

/** Something that holds for all values, or does not. */
export interface Claim {
  readonly id: CheckId;
  /** The key of its place in `Context.spots`. */
  readonly place: string;
  readonly params: Readonly<Record<string, string>>;
  /** The verdict that is reported as a mistake. */
  readonly mistake: 'proved' | 'refuted';
  /** The caller reports it together with others of the same cause. */
  readonly isGrouped?: true;
}

/** A verdict with the values or the reason that it is based on. */
export type Judged = Pick<Verdict, 'verdict' | 'example' | 'reason' | 'steps'>;

/** The verdict on the claim that something never holds, made of the answer whether it can hold. */
export function neverSo(answer: Answer): Judged {
  if (answer.verdict === 'impossible') return { verdict: 'proved', example: '', reason: null };
  if (answer.verdict === 'undecided') return { verdict: 'undecided', example: '', reason: answer.reason };
  const { example } = answer;
  return { verdict: 'refuted', example: exampleText(example), reason: null, steps: [stepOf(example)] };
}

/** The one step in which the values of an example come together. */
function stepOf(example: Assignment): ExampleStep {
  const transition = example.get('transition');
  const plain = example.get('creating') === false ? 'update' : 'create';
  const name = typeof transition === 'string' ? transition : plain;
  return { name, actor: 'user 1', values: Object.fromEntries(example) };
}

/** Stores the verdict, and reports an issue where it is a mistake. */
export function conclude(ctx: Context, { id, place, params, mistake, isGrouped }: Claim, judged: Judged): void {
  const spot = ctx.spots.get(place);
  if (!spot) return; // not written by the author
  const told = judged.verdict === mistake;
  ctx.conclude(spot, { id, params, ...judged, told });
  if (told && isGrouped !== true)
    ctx.report(id, spot, judged.example === '' ? params : { ...params, example: judged.example });
}
