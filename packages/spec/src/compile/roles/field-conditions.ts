import type { Condition, Expression, FieldRight, Grant, Verb } from '@ninefold/model';
import { BOOLEAN } from '../../expressions/schema/types.ts';
import type { Context } from '../reading/context.ts';
import type { Right, RightCondition, WrittenRight } from './field-rights.ts';

type Rights = Readonly<Record<string, WrittenRight>>;

/** The verbs by which each right is used: titles and files show fields, too. */
const VERBS_OF: Readonly<Record<Right, readonly Verb[]>> = {
  create: ['create'],
  read: ['read', 'refer', 'export'],
  update: ['update'],
};
const RIGHTS = ['create', 'read', 'update'] as const satisfies readonly Right[];

/**
 * A grant as plain ones, none of which has a condition on a field: the grant without what has one, and for each condition a
 * grant of those of its rows for which the condition holds too, with the fields that it opens there.
 */
export function withoutConditions(ctx: Context, grant: Grant, written: Rights): readonly Grant[] {
  const plain = fieldsOf(written, (right, key) => right[key] && right.conditions?.[key] === undefined);
  const parts = RIGHTS.flatMap((key) =>
    groupedConditions(written, key).map(({ condition, fields }) => {
      const opened = fieldsOf(
        written,
        (right, each, field) => each === key && right[key] && (plain[field]?.[key] === true || fields.includes(field)),
      );
      return { key, condition, opened };
    }),
  );
  const further = parts.flatMap(({ key, condition, opened }, index): readonly Grant[] => {
    const verbs = VERBS_OF[key].filter((verb) => grant.verbs[verb] !== undefined);
    const [first] = verbs;
    if (first === undefined) return [];
    const { when, spot } = condition;
    const id = `${grant.id}.fields.${String(index + 1)}`;
    ctx.spots.set(`verb ${id} ${first}`, spot);
    return [
      {
        ...grant,
        id,
        within: grant.id,
        verbs: Object.fromEntries(verbs.map((verb) => [verb, both(grant.verbs[verb] ?? true, when)])),
        updateTo: key === 'update' ? both(grant.updateTo ?? true, when) : null,
        fields: opened,
      },
    ];
  });
  return [{ ...grant, fields: plain }, ...further];
}

interface Conditioned {
  readonly condition: RightCondition;
  readonly fields: readonly string[];
}

/** The fields of each condition on one right. */
function groupedConditions(written: Rights, key: Right): readonly Conditioned[] {
  const found = new Map<string, Conditioned>();
  for (const [field, { conditions }] of Object.entries(written)) {
    const condition = conditions?.[key];
    if (condition === undefined) continue;
    const { source } = condition.when;
    const known = found.get(source) ?? { condition, fields: [] };
    found.set(source, { ...known, fields: [...known.fields, field] });
  }
  return [...found.values()];
}

type Has = (right: WrittenRight, key: Right, field: string) => boolean;

function fieldsOf(written: Rights, has: Has): Readonly<Record<string, FieldRight>> {
  const rights = Object.entries(written).map(([field, right]) => {
    const is = (key: Right): boolean => has(right, key, field);
    return [field, { create: is('create'), read: is('read'), update: is('update') }] as const;
  });
  return Object.fromEntries(rights);
}

/** That both conditions hold. */
export function both(condition: Condition, further: Expression): Expression {
  if (condition === true || condition.tree === null || further.tree === null) return further;
  return {
    source: `(${condition.source}) && (${further.source})`,
    type: BOOLEAN,
    tree: { node: 'call', type: BOOLEAN, fn: 'and', args: [condition.tree, further.tree] },
    reads: [...new Set([...condition.reads, ...further.reads])],
  };
}
