import type { Entity, Model, Rule, Transition } from '@ninefold/model';
import type { Context } from '../compile/reading/context.ts';
import { decide, goal, type Goal, type Question } from '../reasoning/decide.ts';
import { conclude, neverSo, type Claim } from './conclude.ts';
import { givenFor, lifecyclesOf } from './conditions.ts';

/** Reports transitions that fire by themselves at the same moment, and rules that no record can meet together. */
export function checkOverlaps(ctx: Context, model: Model): void {
  for (const entity of Object.values(model.entities)) {
    for (const [field, { transitions }] of lifecyclesOf(entity)) {
      const key = field === 'state' ? entity.id : `${entity.id}.${field}`;
      const timed = Object.values(transitions).filter(({ timer }) => timer !== null);
      eachPair(timed, (a, b) => checkTimers(ctx, model, { at: { entity, key, field }, a, b }));
    }
    const rules = entity.rules.filter(({ severity }) => severity === 'error');
    const alive = rules.filter((rule) => checkAlone(ctx, model, entity, rule));
    eachPair(alive, (a, b) => checkTogether(ctx, model, { entity, a, b }));
  }
}

function eachPair<T>(items: readonly T[], run: (a: T, b: T) => void): void {
  items.forEach((a, index) => items.slice(index + 1).forEach((b) => run(a, b)));
}

/** Reports two equal timers that lead from one state to different ones: which of them fires would be chance. */
function checkTimers(
  ctx: Context,
  model: Model,
  {
    at,
    a,
    b,
  }: {
    readonly at: { readonly entity: Entity; readonly key: string; readonly field: string };
    readonly a: Transition;
    readonly b: Transition;
  },
): void {
  const shared = a.from.filter((state) => b.from.includes(state));
  const isSame = a.timer?.kind === b.timer?.kind && a.timer?.value.source === b.timer?.value.source;
  if (!isSame || a.to === b.to || shared.length === 0) return;
  const fixed = {
    ...givenFor(at, a),
    [`record.${at.field}`]: shared,
    [`before.${at.field}`]: shared,
    transition: [null],
  };
  const answer = decide({
    model,
    entity: at.entity.id,
    goals: [...goal(a.when), ...goal(b.when)],
    fixed,
    lawful: true,
  });
  const params = { name: b.id, other: a.id };
  const place = `transition ${at.key}.${b.id}`;
  conclude(ctx, { id: 'NF0412', place, params, mistake: 'refuted' }, neverSo(answer));
}

/** The condition under which a rule applies and is met. */
function applies({ when }: Rule): readonly Goal[] {
  return goal(when);
}

function isMet({ check, sense }: Rule): readonly Goal[] {
  return goal(check, sense === 'check');
}

/** False, after an issue, where no record within the bounds of its fields meets a rule: such a rule refuses every write. */
function checkAlone(ctx: Context, model: Model, entity: Entity, rule: Rule): boolean {
  const question = { model, entity: entity.id, lawful: true };
  const met = neverSo(decide({ ...question, goals: [...applies(rule), ...isMet(rule)] }));
  const claim = { id: 'NF0605', place: `rule ${entity.id}.${rule.id}`, params: { name: rule.id } } as const;
  if (rule.sense !== 'never') unmet(ctx, { ...claim, mistake: 'proved' }, { met, question, goals: applies(rule) });
  return met.verdict !== 'proved';
}

/** Rules that no record meets are a mistake only where they apply to some record. Nothing is claimed where they never apply. */
function unmet(
  ctx: Context,
  claim: Claim,
  {
    met,
    question,
    goals,
  }: {
    readonly met: ReturnType<typeof neverSo>;
    readonly question: Omit<Question, 'goals'>;
    readonly goals: readonly Goal[];
  },
): void {
  if (met.verdict !== 'proved') return conclude(ctx, claim, met);
  const applied = neverSo(decide({ ...question, goals }));
  if (applied.verdict === 'refuted') conclude(ctx, claim, { ...applied, verdict: met.verdict });
  else if (applied.verdict === 'undecided') conclude(ctx, claim, applied);
}

/** Two rules that may apply to one record, and that no record meets together. */
function checkTogether(
  ctx: Context,
  model: Model,
  { entity, a, b }: { readonly entity: Entity; readonly a: Rule; readonly b: Rule },
): void {
  if (!sharesPath(a, b) || a.lines !== b.lines) return;
  const question: Omit<Question, 'goals'> = { model, entity: entity.id, lawful: true };
  const both = [...applies(a), ...applies(b)];
  const met = neverSo(decide({ ...question, goals: [...both, ...isMet(a), ...isMet(b)] }));
  const claim = { id: 'NF0604', place: `rule ${entity.id}.${b.id}`, params: { name: b.id, other: a.id } } as const;
  unmet(ctx, { ...claim, mistake: 'proved' }, { met, question, goals: both });
}

/** Rules that read different fields never contradict each other. */
function sharesPath(a: Rule, b: Rule): boolean {
  const paths = new Set([...a.check.reads, ...(a.when?.reads ?? [])]);
  return [...b.check.reads, ...(b.when?.reads ?? [])].some((path) => paths.has(path));
}
