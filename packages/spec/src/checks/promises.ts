import { rolesWith, type Entity, type Model, type Rule } from '@ninefold/model';
import type { Context } from '../compile/context.ts';
import { exampleText } from '../reasoning/example-text.ts';
import { judgePromise } from '../reasoning/promise.ts';

/** Promises about the whole system: broken with the shortest steps, undecided with the reason, or hollow. */
export function checkPromises(ctx: Context, model: Model): void {
  for (const entity of Object.values(model.entities)) {
    for (const rule of entity.rules) {
      if (rule.sense !== 'never' || rule.lines !== null) continue;
      checkPromise(ctx, model, entity, rule);
      checkHollow(ctx, model, entity, rule);
    }
  }
}

function checkPromise(ctx: Context, model: Model, entity: Entity, rule: Rule): void {
  const spot = ctx.spots.get(`rule ${entity.id}.${rule.id}`);
  const found = judgePromise(model, entity, rule);
  if (!spot || found.verdict === 'proved') return;
  if (found.verdict === 'undecided') ctx.report('NF0607', spot, { name: rule.id, reason: found.reason });
  else {
    const steps = found.steps.join(' → ');
    ctx.report('NF0606', spot, { name: rule.id, steps, example: exampleText(found.example) });
  }
}

/** Who fires the transition that the promise is about may also write what it reads, and write it back. */
function checkHollow(ctx: Context, model: Model, entity: Entity, rule: Rule): void {
  const named = namedTransitions(entity, rule);
  const fields = rule.check.reads.flatMap((path) => {
    const [root, name = ''] = path.split('.');
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
function namedTransitions({ lifecycle }: Entity, { check }: Rule): readonly { readonly by: readonly string[] }[] {
  const text = JSON.stringify(check.tree);
  return Object.values(lifecycle?.transitions ?? {}).filter(
    ({ id }) => id !== 'create' && text.includes(`"value":"${id}"`),
  );
}

function mayWrite(model: Model, entity: Entity, role: string, field: string): boolean {
  return rolesWith(model, [role])
    .flatMap((each) => model.roles[each]?.grants ?? [])
    .some(
      ({ entity: of, verbs, fields }) => of === entity.id && verbs.update === true && fields[field]?.update === true,
    );
}
