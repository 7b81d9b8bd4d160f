import {
  answersToFind,
  idOf,
  type Problem,
  settleInput,
  type Scope,
  type Transition,
  type Wire,
} from '@ninefold/model';
import type { Sent } from '../../context/body.ts';
import type { FindAnswer } from '../../loading/find-target.ts';
import type { Draft } from '../../loading/rows.ts';
import type { WriteContext } from '../../services/write-context.ts';

/** Every round learns of an answer that the one before has given: no form has so many that each leads to the next. */
const MAX_ROUNDS = 200;

/** The answers to a form, settled: what is loaded of one, or found for one, may decide about the next one. */
export async function settledAnswers(
  { plan, tx, scope: around }: WriteContext,
  transition: Transition,
  sent: Sent,
  scope: Scope,
): Promise<Draft> {
  const fill = plan.answers.get(transition.id);
  const targets = plan.answerFinds.get(transition.id);
  const looked = new Map<string, string>();
  const found: Record<string, Wire> = {};
  let input: Draft = settleInput(transition.input, sent, scope);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const isLoaded = (await fill?.(tx, [input], around)) === true;
    let isFound = false;
    const inScope = { ...scope, input };
    for (const { id } of targets === undefined ? [] : answersToFind(transition.input, sent, inScope)) {
      const target = targets?.get(id);
      const by = target?.given(inScope) ?? '';
      if (target === undefined || looked.get(id) === by) continue;
      looked.set(id, by);
      const one = await theOne(target, tx, inScope);
      if (found[id] !== undefined && idOf(found[id]) === idOf(one)) continue;
      found[id] = one;
      isFound = true;
    }
    if (!isLoaded && !isFound) return input;
    input = settleInput(transition.input, sent, scope, found);
  }
  return input;
}

/** Of an answer that is required and blank: whether it was looked for, and no record was found or several. */
export async function foundReasons(
  { plan, tx }: WriteContext,
  transition: Transition,
  { wrong, sent, scope }: { readonly wrong: readonly Problem[]; readonly sent: Sent; readonly scope: Scope },
): Promise<readonly Problem[]> {
  const targets = plan.answerFinds.get(transition.id);
  if (targets === undefined) return wrong;
  const open = new Map(answersToFind(transition.input, sent, scope).map(({ id }) => [`input.${id}`, targets.get(id)]));
  const told: Problem[] = [];
  for (const problem of wrong) {
    const target = problem.code === 'required' ? open.get(problem.path) : undefined;
    const found = await target?.ids(tx, scope);
    told.push(
      found === undefined ? problem : { ...problem, code: found.length === 0 ? 'none_found' : 'several_found' },
    );
  }
  return told;
}

async function theOne(target: FindAnswer, tx: WriteContext['tx'], scope: Scope): Promise<Wire> {
  const [first, second] = await target.ids(tx, scope);
  return first === undefined || second !== undefined ? null : { id: first };
}
