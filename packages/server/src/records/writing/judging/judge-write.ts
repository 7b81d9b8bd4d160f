import {
  type Entity,
  type FieldRight,
  type Grant,
  type Model,
  type Problem,
  type Scope,
  grantHolds,
  holds,
  isEverOpen,
  judgeRules,
  judgeSent,
  validateFields,
  closingState,
} from '@ninefold/model';
import { unknownLineFields } from '../../context/body.ts';
import { forbidden } from '../../context/forbidden.ts';
import { judgedEntity, mayGuard, userProblems } from '../../people/user-rights.ts';
import { type Change, settledOf } from '../change.ts';
import { treeProblems, uniqueProblems } from './constraints.ts';
import { droppedLines, heldLines, isReleased } from './held-lines.ts';
import { overlapProblems } from './overlaps.ts';
import { shownParams, shownProblems } from './shown-params.ts';
import { withReasons } from './told-reasons.ts';
import { openWorkWarnings } from './open-work.ts';
import { approvalWarnings } from './waiting-approvals.ts';
import { Refusal } from '../../../refusal.ts';
import { stateParams } from './state-params.ts';

/**
 * Fields, then rules, then what only the database can tell; warnings that nobody confirmed come last. `confirm` names
 * rules of this entity (`big_cost`), of any (`ticket.big_cost`), and entries of the catalogue.
 * A message names no value of a field that the writer may not read, nor does what it says of why.
 */
export async function judgeWrite(change: Change, confirm: readonly string[]): Promise<void> {
  const { context, entity, tx, record, changed, writeScope } = change;
  const { model } = context;
  const settled = settledOf(change);
  await refuseShown(change, validateFields(settled));
  const rules = judgeRules(settled, change.rights);
  refuseUndecided(writeScope, entity, rules.undecided);
  if (rules.errors.length > 0) refuseProblems(model, await shownParams(change, rules.errors));
  await refuseShown(change, await uniqueProblems(change, changed, writeScope));
  const dropped = droppedLines(model, entity, change);
  refuseProblems(model, await heldLines(tx, record.id, dropped, (one) => !isReleased(one)));
  if (entity.tree !== null && changed.has(entity.tree)) refuseProblems(model, await treeProblems(tx, entity, record));
  await refuseOverlaps(change);
  const isConfirmed = (code: string): boolean =>
    confirm.includes(code) || confirm.some((rule) => code === `${entity.id}.${rule}`);
  const left = entity.id === 'user' ? [...(await openWorkWarnings(change)), ...(await approvalWarnings(change))] : [];
  const warnings = [...rules.warnings, ...left];
  const open = warnings.filter(({ code }) => !isConfirmed(code));
  if (open.length > 0) throw new Refusal('confirm_warnings', { warnings: await shownParams(change, open) });
}

async function refuseShown(change: Change, problems: readonly Problem[]): Promise<void> {
  if (problems.length > 0)
    refuseProblems(change.context.model, await withReasons(change, shownProblems(change, problems)));
}

/** Refuses a record whose period meets that of another one. */
export async function refuseOverlaps(change: Change): Promise<void> {
  if (change.entity.noOverlaps.length === 0) return;
  const problems = shownProblems(change, await overlapProblems(change, change.writeScope));
  if (problems.length > 0)
    refuseProblems(change.context.model, await shownParams(change, await withReasons(change, problems)));
}

/** Refuses where something is wrong. An entry of the specification's catalogue with a status of its own decides the whole answer. */
export function refuseProblems(model: Model, problems: readonly Problem[]): void {
  const [first] = problems;
  if (!first) return;
  const forbidden = problems.find(({ code }) => code === 'forbidden_field');
  if (forbidden) throw new Refusal('forbidden_field', { params: forbidden.params, problems });
  const own = problems.find(({ code }) => (model.errors[code]?.status ?? 422) !== 422);
  throw new Refusal(own?.code ?? 'invalid', { params: own?.params ?? {}, problems });
}

/**
 * Refuses a write for the names in it that no record has. Told with them is what else is wrong with the fields that were
 * sent, so that the caller need not correct them one by one.
 */
export function refuseUnnamed(change: Change, unnamed: readonly Problem[]): void {
  if (unnamed.length === 0) return;
  const known = new Set(unnamed.map(fieldOf));
  const further = validateFields(settledOf(change)).filter((problem) => {
    const field = fieldOf(problem);
    return Object.hasOwn(change.sent, field) && !known.has(field);
  });
  refuseProblems(change.context.model, [...unnamed, ...(further.length === 0 ? [] : shownProblems(change, further))]);
}

function fieldOf({ path }: Problem): string {
  return path.split('[', 1)[0] ?? '';
}

/** The server decides every rule: one that it cannot decide reads a limit that is not shown, or is a fault of ours. */
function refuseUndecided(scope: Scope, entity: Entity, codes: readonly string[]): void {
  const [code] = codes;
  if (code === undefined) return;
  const rules = entity.rules.filter(({ error }) => codes.includes(error));
  refuseHiddenLimit(
    scope,
    rules.flatMap(({ when, check }) => [...(when?.reads ?? []), ...check.reads]),
  );
  throw new Error(`the rule ${code} of ${entity.id} cannot be decided: it reads what was not loaded`);
}

/** Refuses where one of these paths reads a limit whose value is not shown. */
export function refuseHiddenLimit({ limits }: Pick<Scope, 'limits'>, paths: readonly string[]): void {
  const names = paths.flatMap((path) => /^limits\.([a-z0-9_]+)/.exec(path)?.[1] ?? []);
  const limit = names.find((name) => !Object.hasOwn(limits, name));
  if (limit !== undefined) throw new Refusal('limit_not_shown', { params: { limit } });
}

type Update = Change<NonNullable<Change['before']>>;

/** Refuses changes where the record may not be updated at all, or not in its state. */
export function refuseUpdate(change: Update): void {
  const { entity, rights, scope, before, sent } = change;
  const seen = rights.seen(entity.id, { ...scope, record: before });
  const granted = rights.grants(entity.id).some((grant) => grantHolds(grant, 'update', seen) === true);
  if (!granted && !mayGuard(change, sent)) throw forbidden(entity.id, 'update');
  const closing = closingState(entity, before, rights);
  const isOpen = Object.keys(sent).every((name) => entity.fields[name]?.editableWhenLocked === true);
  if (closing === null || (closing.closed === 'locked' && isOpen)) return;
  const params = { entity: entity.id, ...stateParams(closing.field, closing.state.id) };
  if (closing.closed === 'locked') throw new Refusal('locked', { params });
  throw new Refusal('not_your_role', { params: { ...params, roles: closing.state.editableBy ?? [] } });
}

/** Fields that the caller may not change at all: refused before what is sent for them is compared with anything. */
export function closedProblems(change: Update): readonly Problem[] {
  const { entity, scope, before, sent, fieldRights: rights } = change;
  const closed = Object.entries(sent).filter(([name]) => rights[name]?.update !== true);
  if (closed.length === 0) return [];
  return judgeSent({
    entity,
    before,
    sent: Object.fromEntries(closed),
    rights,
    isKnown: knownTo(change),
    scope: { ...scope, record: before, before },
  });
}

/** The fields that the writer may know of: whether this record shows them or not. */
function knownTo({ entity, rights }: Change): (field: string) => boolean {
  return (field) => isEverOpen(rights, entity.id, field);
}

/**
 * A creation that no grant allows, judged as if one did: what would be wrong all the same is told before. The conditions of
 * grants read what was sent, so that a misspelt name may be all that is wrong.
 */
export function asIfCreatable(change: Change<null>): Change<null> {
  const { entity, rights } = change;
  const mayEver = (field: string): boolean =>
    rights.grants(entity.id).some(({ verbs, fields }) => verbs.create !== undefined && fields[field]?.create === true);
  const open = Object.entries(change.fieldRights).map(([field, right]): readonly [string, FieldRight] => [
    field,
    { ...right, create: right.create || mayEver(field) },
  ]);
  return { ...change, fieldRights: Object.fromEntries(open) };
}

/** Whether a field is sent that the caller may change and not read. */
export function sendsUnread({ sent, fieldRights: rights }: Change): boolean {
  return Object.keys(sent).some((name) => rights[name]?.update === true && !rights[name].read);
}

/** What is wrong with the fields that a write names, judged with the rights on the record as it was. */
export function sentProblems(change: Change): readonly Problem[] {
  const { entity, before, record, sent, fieldRights: rights, writeScope } = change;
  const isUser = entity.id === 'user';
  const judged = isUser ? judgedEntity(entity, rights) : entity;
  return [
    ...unknownLineFields(entity, sent),
    ...judgeSent({ entity: judged, before, sent, rights, isKnown: knownTo(change), scope: { ...writeScope, record } }),
    ...(isUser ? userProblems(change, sent) : []),
  ];
}

/** A condition on `update` must hold before and after: each changed field needs a grant that holds at both times. */
export function refuseAfter(change: Update): void {
  const { entity, rights, scope, before, record, changed, sent } = change;
  const isUser = entity.id === 'user';
  if (isUser && mayGuard(change, sent)) return;
  const was = rights.seen(entity.id, { ...scope, record: before });
  const is = rights.seen(entity.id, { ...scope, record, before });
  const active = rights.grants(entity.id).filter((grant) => holdsThroughout(grant, was, is));
  const judged = [...changed].filter((name) => Object.hasOwn(sent, name));
  const uncovered = judged.find((name) => !active.some((grant) => grant.fields[name]?.update === true));
  if (active.length === 0 && judged.length > 0) throw forbidden(entity.id, 'update');
  if (uncovered === undefined || isUser) return;
  throw new Refusal('forbidden_field', {
    params: { field: uncovered },
    problems: [{ path: uncovered, code: 'forbidden_field', params: { field: uncovered } }],
  });
}

function holdsThroughout(grant: Grant, was: Scope, is: Scope): boolean {
  return grantHolds(grant, 'update', was) === true && holds(grant.updateTo ?? grant.verbs.update ?? null, is) === true;
}
