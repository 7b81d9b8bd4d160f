import type { Expression } from '../ir/expression.ts';
import type { Transition } from '../ir/lifecycle.ts';
import { evaluate } from '../expressions/evaluate.ts';
import { pressList, STANDS_FOR } from '../expressions/derived-lists.ts';
import { type Holder, idOf, isHolder, type Scope, type Value } from '../values/value.ts';
import type { Problem, Wire } from '../wire/answers.ts';

/** How far the approvals of a transition have come, by the ids of people. */
export interface ApprovalState {
  /** Who is asked, each once, in the order in which they are asked. */
  readonly asked: readonly string[];
  /** Those of them for whom nobody has pressed yet. */
  readonly missing: readonly string[];
  /** How many of those who are asked have to be pressed for. */
  readonly needed: number;
  /** Who has pressed, for themselves or in the place of somebody, and those whose deputies have. */
  readonly pressed: readonly string[];
}

/** Undefined where this side cannot decide who is asked. The record of the scope is the one that is approved. */
export function approvalState({ id, approvals }: Transition, scope: Scope): ApprovalState | undefined {
  const people = approvals === null ? undefined : evaluate(approvals.of, scope);
  if (approvals === null || !Array.isArray(people)) return undefined;
  const ids = people.flatMap(idsOf);
  const asked = [...new Set(ids)];
  const covered = peopleIn(scope, pressList({ kind: 'for', transition: id }));
  const pressed = peopleIn(scope, pressList({ kind: 'by', transition: id }));
  if (covered === undefined || pressed === undefined) return undefined;
  const missing = asked.filter((person) => !covered.includes(person));
  const { need } = approvals;
  return { asked, missing, needed: need === 'all' ? asked.length : need === 'any' ? 1 : need, pressed };
}

/** The ids of those who are asked and in whose place the user of the scope may press, in their order. */
function approversFor({ id, approvals }: Transition, scope: Scope): readonly string[] {
  const asked = approvals === null ? [] : evaluate(approvals.of, scope);
  if (approvals === null || !Array.isArray(asked)) return [];
  const added = isEscalated(id, scope) ? (approvals.escalate?.to ?? null) : null;
  const ways = [approvals.substitute, added].filter((way) => way !== null);
  const actsFor = (approver: Holder): boolean => {
    const people = ways.flatMap((way) => evaluate(way, { ...scope, approver }));
    return people.some((person) => isHolder(person) && person['id'] === scope.user?.['id']);
  };
  return asked.flatMap((approver) => (isHolder(approver) && actsFor(approver) ? idsOf(approver) : []));
}

/** The ids of those whom an escalation lets press in the place of somebody who is still awaited; nobody before it. */
export function escalatedTo(transition: Transition, scope: Scope): readonly string[] {
  const { id, approvals } = transition;
  const asked = approvals === null ? [] : evaluate(approvals.of, scope);
  const to = approvals?.escalate?.to;
  if (!to || !Array.isArray(asked) || !isEscalated(id, scope)) return [];
  const missing = approvalState(transition, scope)?.missing ?? [];
  const awaited = asked.filter((approver) => idsOf(approver).some((one) => missing.includes(one)));
  return [...new Set(awaited.flatMap((approver) => peopleFor(to, approver, scope)))];
}

/** Somebody whom `of` names and who is not asked: they have left, or created the record. */
export interface NotAsked {
  readonly person: string;
  readonly why: 'left' | 'creator';
}

/** Whom `of` names of those who are not asked, each once, in the order of the list; for the server, which knows who has left. */
export function notAsked({ approvals }: Transition, scope: Scope): readonly NotAsked[] {
  const tree = approvals?.of.tree;
  if (!approvals || tree?.node !== 'macro') return [];
  const named = evaluate({ ...approvals.of, tree: tree.list }, scope);
  const asked = evaluate(approvals.of, scope);
  if (!Array.isArray(named) || !Array.isArray(asked)) return [];
  const known = new Set(asked.flatMap(idsOf));
  return named.filter(isHolder).flatMap((one) =>
    idsOf(one).flatMap((person) => {
      if (known.has(person)) return [];
      known.add(person);
      return [{ person, why: isThere(one) ? 'creator' : 'left' } as const];
    }),
  );
}

/** A person, and who may press in their place. */
export interface Substitution {
  readonly person: string;
  readonly substitute: string;
}

/** Who may press in the place of those whose press is missing, by `substitute`; those who have left are left out. */
export function substitutions(transition: Transition, scope: Scope): readonly Substitution[] {
  const { approvals } = transition;
  const asked = approvals === null ? [] : evaluate(approvals.of, scope);
  const substitute = approvals?.substitute;
  if (!substitute || !Array.isArray(asked)) return [];
  const missing = new Set(approvalState(transition, scope)?.missing);
  const awaited = asked.filter(isHolder).filter((one) => idsOf(one).some((id) => missing.delete(id)));
  return awaited.flatMap((approver) =>
    idsOf(approver).flatMap((person) =>
      [...new Set(peopleFor(substitute, approver, scope, isThere))].map((one) => ({ person, substitute: one })),
    ),
  );
}

/** In whose place somebody presses. */
export interface PressPlace {
  /** The approver for whom the press counts. */
  readonly approver: string;
  /** The person whose deputy presses; null where nobody's deputy does. */
  readonly through: string | null;
}

/**
 * In whose place the user of the scope presses, who may. Where the order counts, it is the person whose press is awaited first; else
 * people press for themselves first, then as substitutes, then as deputies.
 */
export function pressPlace(
  transition: Transition,
  { missing }: Pick<ApprovalState, 'missing'>,
  scope: Scope,
): PressPlace | null {
  const { approvals } = transition;
  if (approvals === null) return null;
  const open = approvals.ordered ? missing.slice(0, 1) : missing;
  const own = placeOf(transition, open, scope);
  if (own !== undefined) return { approver: own, through: null };
  for (const person of peopleStoodFor(scope)) {
    const theirs = { ...scope, user: person };
    if (evaluate(approvals.deputised, theirs) !== true) continue;
    const approver = placeOf(transition, open, theirs);
    if (approver !== undefined) return { approver, through: idsOf(person)[0] ?? null };
  }
  return null;
}

/** The first of these approvers who is the user, or in whose place the user is a substitute. */
function placeOf(transition: Transition, open: readonly string[], scope: Scope): string | undefined {
  const [own] = idsOf(scope.user);
  return open.find((one) => one === own) ?? approversFor(transition, scope).find((one) => open.includes(one));
}

/** Whose deputy the user of the scope is today. */
function peopleStoodFor({ user }: Scope): readonly Holder[] {
  const people: unknown = user?.[STANDS_FOR];
  return Array.isArray(people) ? people.filter(isHolder) : [];
}

function peopleFor(
  to: Expression,
  approver: Value,
  scope: Scope,
  isMeant: (person: Holder) => boolean = () => true,
): readonly string[] {
  if (!isHolder(approver)) return [];
  const people = [evaluate(to, { ...scope, approver })].flat();
  return people.flatMap((person) => (isHolder(person) && isMeant(person) ? idsOf(person) : []));
}

/** Whether a person is active and not deleted. */
function isThere(person: Holder): boolean {
  return person['active'] === true && (person['trashed_at'] ?? null) === null;
}

function isEscalated(transition: string, scope: Scope): boolean {
  return (peopleIn(scope, pressList({ kind: 'escalated', transition })) ?? []).length > 0;
}

/** The id of a person, or nothing where there is none. */
function idsOf(person: Value | undefined): readonly string[] {
  const id = isHolder(person) ? person['id'] : null;
  return typeof id === 'string' ? [id] : [];
}

/** The ids in a list that the record of the scope came with; undefined where it did not. */
function peopleIn({ record }: Scope, list: string): readonly string[] | undefined {
  const people: unknown = record?.[list];
  return Array.isArray(people) ? people.flatMap((person: Wire) => idOf(person) ?? []) : undefined;
}

/** Whether the next press would not complete the approvals; false also where this side cannot decide it. */
export function isBeforeLast(transition: Transition, scope: Scope): boolean {
  const state = approvalState(transition, scope);
  if (state === undefined || state.missing.length === 0) return false;
  return state.asked.length - state.missing.length + 1 < state.needed;
}

/** Whether enough people are asked at all. */
export function canBeApproved({ asked, needed }: ApprovalState): boolean {
  return asked.length > 0 && asked.length >= needed;
}

/** Why nobody, or not this user, may press now; null where they may, undefined where this side cannot decide it. */
export function pressProblem(entity: string, transition: Transition, scope: Scope): Problem | null | undefined {
  if (transition.approvals === null) return null;
  const state = approvalState(transition, scope);
  const may = evaluate(transition.approvals.press, scope);
  if (state === undefined || may === undefined) return undefined;
  const { asked, missing, needed, pressed } = state;
  const params = { entity, transition: transition.id };
  if (!canBeApproved(state))
    return {
      path: '',
      code: 'too_few_approvers',
      params: { ...params, count: asked.length, needed: Math.max(needed, 1) },
    };
  if (may === true) return null;
  const hasPressed = pressed.includes(String(scope.user?.['id']));
  const code = hasPressed ? 'already_pressed' : 'not_your_press';
  return { path: '', code, params: { ...params, count: asked.length - missing.length, needed } };
}
