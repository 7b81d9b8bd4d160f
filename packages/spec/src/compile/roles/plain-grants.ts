import type { Condition, Expression, Grant, Node, Role, Verb } from '@ninefold/model';
import { readAt } from '../../expressions/mapped.ts';
import { BOOLEAN } from '../../expressions/schema/types.ts';
import type { Context } from '../reading/context.ts';
import { VERBS } from './administrator.ts';
import { both, withoutConditions } from './field-conditions.ts';
import type { Via, WrittenGrant } from './grants.ts';

type Written = ReadonlyMap<string, readonly WrittenGrant[]>;

/** The written grants of a role as plain ones: without `via`, and without conditions on fields. */
export function plainGrants(
  ctx: Context,
  roles: Readonly<Record<string, Role>>,
  written: Written,
): (role: string) => readonly Grant[] {
  return (role) =>
    (written.get(role) ?? [])
      .flatMap((one) => resolved(ctx, { roles, written }, one))
      .flatMap(({ grant, fields }) => withoutConditions(ctx, grant, fields));
}

interface Held {
  readonly roles: Readonly<Record<string, Role>>;
  readonly written: Written;
}

/** Reports a `via` that leads in a circle, or to no right. */
function resolved(ctx: Context, held: Held, one: WrittenGrant): readonly WrittenGrant[] {
  const { grant, via } = one;
  let leadsBack = false;
  const grants = withoutVia(held, one, { path: [], noteCircle: () => (leadsBack = true) });
  const spot = ctx.spots.get(`via ${grant.id}`);
  if (via === null || !spot) return grants;
  const [only, another] = grants;
  if (only && !another) placeVerbs(ctx, grant, only.grant);
  if (leadsBack) ctx.report('NF0363', spot, { name: via.field });
  else if (grants.length === 0) ctx.report('NF0362', spot, { name: via.field, entity: via.to, role: grant.role });
  return grants;
}

/** What is wrong with conditions that are written is told where they stand. */
function placeVerbs({ spots }: Context, written: Grant, { id }: Grant): void {
  for (const verb of Object.keys(written.verbs)) {
    const spot = spots.get(`verb ${written.id} ${verb}`);
    if (spot) spots.set(`verb ${id} ${verb}`, spot);
  }
  const states = spots.get(`states ${written.id}`);
  if (states) spots.set(`states ${id}`, states);
}

interface Way {
  /** The ids of the grants that lead here. */
  readonly path: readonly string[];
  readonly noteCircle: () => void;
}

/**
 * A grant for each one that the role itself, with the roles that it includes, has on the referenced record (`asked`).
 */
function withoutVia(held: Held, one: WrittenGrant, { path, noteCircle }: Way): readonly WrittenGrant[] {
  const { grant, via } = one;
  if (via === null) return [one];
  if (path.includes(grant.id)) {
    noteCircle();
    return [];
  }
  const way = { path: [...path, grant.id], noteCircle };
  const there = [...rolesIn(held.roles, grant.role, new Set())]
    .flatMap((role) => held.written.get(role) ?? [])
    .filter(({ grant: { entity } }) => entity === via.to)
    .flatMap((each) => withoutVia(held, each, way))
    .map((each, index) => ({ ...one, via: null, grant: asked(grant, each.grant, via, index + 1) }));
  return there.filter(({ grant: { verbs } }) => Object.keys(verbs).length > 0);
}

/** The role and those that it includes. */
function rolesIn(roles: Held['roles'], role: string, found: Set<string>): ReadonlySet<string> {
  if (found.has(role)) return found;
  found.add(role);
  for (const included of roles[role]?.includes ?? []) rolesIn(roles, included, found);
  return found;
}

/**
 * The grant with the verbs that another one has too, each where that has it on the record that the reference leads to: those that
 * are written, where their own conditions hold beside, or all.
 */
function asked(grant: Grant, there: Grant, via: Via, number: number): Grant {
  const isEach = Object.keys(grant.verbs).length === 0;
  const at = (own: Condition, condition: Condition): Expression => both(own, askedAt(condition, grant.entity, via));
  const verbs: Partial<Record<Verb, Condition>> = {};
  for (const verb of [...VERBS, 'import_states'] as const) {
    const [own = isEach ? true : undefined, other] = [grant.verbs[verb], there.verbs[verb]];
    const isInvited = verb === 'create' && grant.entity === 'user'; // kinds: people are invited, not created
    if (own !== undefined && other !== undefined && !isInvited) verbs[verb] = at(own, other);
  }
  const updateTo = there.updateTo && at(grant.updateTo ?? true, there.updateTo);
  return { ...grant, id: `${grant.id}.via.${String(number)}`, verbs, updateTo };
}

/** Nothing is granted where the reference is blank. */
function askedAt(condition: Condition, entity: string, { field, to }: Via): Expression {
  const record: Node = { node: 'variable', type: { kind: 'record', entity }, name: 'record' };
  const holder: Node = { node: 'field', type: { kind: 'record', entity: to }, of: record, name: field };
  const isThere: Node = { node: 'call', type: BOOLEAN, fn: 'filled', args: [holder] };
  const place = `record.${field}`;
  if (condition === true) return { source: `filled(${place})`, type: BOOLEAN, tree: isThere, reads: [place] };
  const { source, tree, reads } = condition;
  const there = tree && readAt(tree, holder);
  const moved = reads.map((path) => (/^record(?=\.|$)/.test(path) ? path.replace('record', place) : path));
  return {
    source: `filled(${place}) && ${place}: (${source})`,
    type: BOOLEAN,
    tree: there && { node: 'call', type: BOOLEAN, fn: 'and', args: [isThere, there] },
    reads: [...new Set([place, ...moved])].sort(),
  };
}
