import { rolesWith, stepsOf, type Entity, type Model, type Rule, transitionsOf } from '@ninefold/model';
import type { Context } from '../compile/reading/context.ts';
import { exampleText } from '../reasoning/example-text.ts';
import { judgePromise } from '../reasoning/promises/judging/promise.ts';
import type { Reason } from '../reason.ts';

/**
 * Checks promises about the whole system. A broken promise is reported with the shortest steps, an undecided one with
 * its reason, and one that cannot fail as hollow.
 */
export function checkPromises(ctx: Context, model: Model): void {
  for (const entity of Object.values(model.entities)) {
    for (const rule of entity.rules) {
      if (rule.sense !== 'never') continue;
      checkPromise(ctx, model, entity, rule);
      checkHollow(ctx, model, entity, rule);
    }
  }
}

function checkPromise(ctx: Context, model: Model, entity: Entity, rule: Rule): void {
  const spot = ctx.spots.get(`rule ${entity.id}.${rule.id}`);
  if (!spot) return;
  const found = judgePromise(model, entity, rule);
  const note = { id: 'NF0606', params: { name: rule.id }, reason: null, told: found.verdict !== 'proved' };
  if (found.verdict === 'proved') ctx.conclude(spot, { ...note, verdict: 'proved', example: '' });
  else if (found.verdict === 'undecided') {
    const { reason } = found;
    ctx.conclude(spot, { ...note, verdict: 'undecided', example: '', reason });
    ctx.report('NF0607', spot, { name: rule.id, ...asParams(reason) });
  } else {
    const steps = found.steps.map(({ entity: of, name }) => (of ? `${of}.${name}` : name)).join(' → ');
    const example = exampleText(found.example);
    const walked = found.steps.map(({ values, ...step }) => ({ ...step, values: Object.fromEntries(values) }));
    ctx.conclude(spot, { ...note, verdict: 'refuted', example: `${steps}: ${example}`, steps: walked });
    ctx.report('NF0606', spot, { name: rule.id, steps, example });
  }
}

/** A reason, in the form in which it fills the message of an issue. */
function asParams({ kind, name, expression }: Reason): Readonly<Record<string, string>> {
  return { reason_kind: kind, reason_name: name, reason_expression: expression };
}

/** Users who fire the transition of the promise may also write the fields that it reads, and write them back. */
function checkHollow(ctx: Context, model: Model, entity: Entity, rule: Rule): void {
  const named = namedTransitions(entity, rule);
  const fields = rule.check.reads.flatMap((path) => {
    const [root, name = ''] = stepsOf(path);
    const field = root === 'record' && Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
    return field && field.computed === null && !field.readOnly && !field.immutable ? [name] : [];
  });
  for (const { by } of named) {
    const role = by.find((one) => fields.some((field) => mayWrite(model, entity, one, field)));
    const field = role === undefined ? undefined : fields.find((one) => mayWrite(model, entity, role, one));
    const spot = ctx.spots.get(`rule ${entity.id}.${rule.id}`);
    if (role !== undefined && field !== undefined && spot) {
      ctx.report('NF0608', spot, { name: rule.id, role, field });
      return;
    }
  }
}

/** The transitions whose names stand in the promise. */
function namedTransitions(entity: Entity, { check }: Rule): readonly { readonly by: readonly string[] }[] {
  const text = JSON.stringify(check.tree);
  return [...transitionsOf(entity).values()].filter(({ id }) => id !== 'create' && text.includes(`"value":"${id}"`));
}

function mayWrite(model: Model, entity: Entity, role: string, field: string): boolean {
  return rolesWith(model, [role])
    .flatMap((each) => model.roles[each]?.grants ?? [])
    .some(
      ({ entity: of, verbs, fields }) => of === entity.id && verbs.update === true && fields[field]?.update === true,
    );
}
