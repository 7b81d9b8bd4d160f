import type { Approvals, Escalation } from '@ninefold/model';
import { checkApprovals } from '../../expressions/check-approvals.ts';
import type { Located, LocatedMap } from '../../located.ts';
import type { Context } from '../reading/context.ts';
import { spanOf, type ExpressionPlace } from '../reading/expressions.ts';
import { KEYS } from '../reading/keys.ts';
import { flagAt, get, knownKeys, mapAt, nameAt, required, unknown } from '../reading/read.ts';
import { peopleOf } from './effects.ts';
import type { TransitionPlace } from './transitions.ts';

/**
 * The people whose approval a transition needs. What it asks for is worked out without whoever presses: of the record alone. It runs
 * as SQL, so that lists find what is awaited.
 */
export function approvalsOf(ctx: Context, id: string, map: LocatedMap, at: TransitionPlace): Approvals | null {
  const node = mapAt(ctx, map, 'approvals');
  if (node === null) return null;
  ctx.spots.set(`approvals ${at.key}.${id}`, map.entries.get('approvals')?.keySpot ?? node.spot);
  knownKeys(ctx, node, KEYS.approvals, 'approvals');
  const place: ExpressionPlace = { variables: { record: { kind: 'record', entity: at.entity } }, asRows: true };
  const approver: ExpressionPlace = {
    ...place,
    variables: { ...place.variables, approver: { kind: 'record', entity: 'user' } },
  };
  const of = required(ctx, node, 'of') ? peopleOf(ctx, get(node, 'of'), place) : null;
  const substitute = peopleOf(ctx, get(node, 'substitute'), approver);
  const escalate = escalationOf(ctx, mapAt(ctx, node, 'escalate'), { place, approver });
  const need = needOf(ctx, node);
  const ordered = flagAt(ctx, node, 'ordered');
  const least = typeof need === 'number' ? need : 1;
  const checked = of && checkedOf(ctx, id, at, { of, substitute, escalate, least, when: sourceIn(get(map, 'when')) });
  return checked && { need, ordered, substitute, escalate, ...checked };
}

/** The conditions that follow from whom it asks. */
function checkedOf(
  ctx: Context,
  id: string,
  at: TransitionPlace,
  {
    of,
    substitute,
    escalate,
    ...more
  }: Pick<Approvals, 'of' | 'substitute' | 'escalate'> & { readonly when: string | null; readonly least: number },
): Pick<Approvals, 'of' | 'press' | 'deputised'> | null {
  const asked = ctx.names.approvals(at.key).find(({ transition }) => transition === id);
  if (!asked || ctx.schema === null) return null;
  const sources = {
    of: of.source,
    substitute: substitute?.source ?? null,
    escalateTo: escalate?.to.source ?? null,
  };
  return checkApprovals({ ...asked, ...sources, ...more }, at.entity, ctx.schema);
}

/** The source of a guard as it is written; null where there is none. */
function sourceIn(node: Located | null): string | null {
  return node?.kind === 'scalar' ? node.text.replace(/^\s*=/, '') : null;
}

/** `escalate: { after: = days(3), to: approver.manager }`, worked out of the record as timers are. */
function escalationOf(
  ctx: Context,
  node: LocatedMap | null,
  { place, approver }: { readonly place: ExpressionPlace; readonly approver: ExpressionPlace },
): Escalation | null {
  if (node === null) return null;
  knownKeys(ctx, node, KEYS.escalate, 'escalate');
  const hasBoth = ['after', 'to'].map((key) => required(ctx, node, key)).every(Boolean);
  const span = get(node, 'after');
  const after = spanOf(ctx, span, place);
  const to = peopleOf(ctx, get(node, 'to'), approver);
  return hasBoth && after && to ? { after, to } : null;
}

function needOf(ctx: Context, map: LocatedMap): Approvals['need'] {
  const name = nameAt(ctx, map, 'need');
  if (name === null || name.text === 'all') return 'all';
  if (name.text === 'any') return 'any';
  if (/^[1-9]\d{0,2}$/.test(name.text)) return Number(name.text);
  unknown(ctx, 'NF0110', name, ['all', 'any', '2']);
  return 'all';
}
