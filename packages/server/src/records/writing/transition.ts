import {
  asSeen,
  guardProblems,
  holds,
  settleInput,
  validateInput,
  whereReads,
  type RecordValue,
  type Scope,
  type Transition,
  type Wire,
} from '@ninefold/model';
import { Refusal } from '../../refusal.ts';
import type { Caller, WriteOptions } from '../records.ts';
import { entityOf } from '../context.ts';
import { planLoad } from '../reading/load.ts';
import type { Draft } from '../reading/holder.ts';
import { treeOf } from '../reading/tree.ts';
import { answerWritten } from './answer-written.ts';
import type { Attempt, Workshop, Write } from './attempt.ts';
import { decodeBody, type Sent } from './body.ts';
import { existingRecord, refuseNever } from './existing.ts';
import { judgeWrite } from './judge-write.ts';
import { refuseProblems } from './problems.ts';
import { recomputeAround } from './recompute.ts';
import { resolveReferences } from './references.ts';
import { updateRecord } from './store.ts';
import { applyTransition } from './transition-effects.ts';
import { hiddenLimit } from './undecided.ts';
import { nextVersion, settleChanges } from './update.ts';
import { changesOf, compact, writeHistory } from './write-history.ts';

/** `POST /api/<entity>/<id>/<transition>` */
export function transitionOf(
  shop: Workshop,
  caller: Caller,
  entityId: string,
  idOrKey: string,
  transitionId: string,
  body: unknown,
  options: WriteOptions,
): Write<RecordValue> {
  const entity = entityOf(shop.context, entityId);
  refuseNever({ rights: caller.rights, entity }, 'read');
  const transitions = entity.lifecycle?.transitions ?? {};
  const transition = Object.hasOwn(transitions, transitionId) ? transitions[transitionId] : undefined;
  if (!transition || transition.id === 'create')
    throw new Refusal('unknown_transition', { params: { transition: transitionId.slice(0, 60) } });
  const decoded = decodeBody(body ?? {}, entity, true);
  const run = async (own: Attempt): Promise<RecordValue> => {
    const before = await existingRecord(own, idOrKey);
    refuseStart(own, transition, before);
    const changed =
      Object.keys(decoded.sent).length === 0 ? before : await settleChanges(own, before, decoded.sent, options.version);
    const plain: Scope = { ...own.scope, before, transition: transition.id };
    const seen = { before: asSeen(entity, before, plain), record: asSeen(entity, changed, plain) };
    const input = await readInput(own, transition, decoded.input, { ...plain, ...seen });
    const scope: Scope = { ...plain, input };
    refuseGuard(own, transition, { ...scope, ...seen });
    const applied = await applyTransition(own, transition, before, changed, scope);
    const record = nextVersion(own, before, applied);
    await judgeWrite(own, before, record, { ...scope, record }, [...options.confirm, ...decoded.confirm]);
    await storeTransition(own, transition, before, record, input);
    return answerWritten(own, record);
  };
  return { entity: entityId, subject: idOrKey, run };
}

function refuseStart({ entity, rights }: Attempt, transition: Transition, before: RecordValue): void {
  if (!transition.by.some((role) => rights.roles.includes(role)))
    throw new Refusal('not_your_role', {
      params: { entity: entity.id, transition: transition.id, roles: transition.by },
    });
  if (before.state === undefined || !transition.from.includes(before.state)) {
    throw new Refusal('wrong_state', { params: { transition: transition.id, state: before.state ?? '' } });
  }
}

function refuseGuard({ context, entity, rights }: Attempt, transition: Transition, scope: Scope): void {
  if (holds(transition.when, scope) === true) return;
  const limit = hiddenLimit(context.model, transition.when?.reads ?? []);
  if (limit !== null) throw new Refusal('limit_not_shown', { params: { limit } });
  const params = { entity: entity.id, transition: transition.id };
  throw new Refusal('guard_failed', { params, problems: guardProblems(entity, transition, scope, rights) });
}

/** The answers to the transition's own form: known names, references resolved and completed, every field valid. */
async function readInput(own: Attempt, transition: Transition, sent: Sent, scope: Scope): Promise<Draft> {
  const { context, entity } = own;
  const unknown = Object.keys(sent).find((name) => !Object.hasOwn(transition.input, name));
  if (unknown !== undefined)
    refuseProblems(context.model, [
      { path: `input.${unknown.slice(0, 60)}`, code: 'unknown_field', params: { field: unknown.slice(0, 60) } },
    ]);
  const resolved = await resolveReferences(own, transition.input, sent, null, 'input.');
  refuseProblems(context.model, resolved.problems);
  const input: Draft = settleInput(transition.input, resolved.sent, scope);
  await completeInput(own, transition, input);
  refuseProblems(context.model, validateInput(transition.input, entity.id, input, scope));
  return input;
}

/** Loads what expressions read through references in the answers. */
async function completeInput(
  { context, entity, tx, scope }: Attempt,
  transition: Transition,
  input: Draft,
): Promise<void> {
  const reads = [
    transition.when,
    ...transition.set.map(({ value }) => value),
    ...entity.rules.flatMap(({ when, check }) => [when, check]),
  ].flatMap((expression) => expression?.reads ?? []);
  const options = Object.values(transition.input).flatMap((field) =>
    whereReads(field)
      .filter((path) => path.startsWith('option.'))
      .map((path) => `${field.id}.${path.slice('option.'.length)}`),
  );
  const own = reads.filter((path) => path.startsWith('input.')).map((path) => path.slice('input.'.length));
  const paths = [...options, ...own];
  if (!paths.some((path) => path.includes('.'))) return;
  const form = { ...entity, id: '', fields: transition.input, lifecycle: null };
  const model = { ...context.model, entities: { ...context.model.entities, '': form } };
  await planLoad({ ...context, model }, form, treeOf(model, form, paths)).fill(tx, [input], scope);
}

async function storeTransition(
  own: Attempt,
  transition: Transition,
  before: RecordValue,
  record: RecordValue,
  input: Draft,
): Promise<void> {
  const { entity, tx, caller, scope } = own;
  updateRecord(tx, entity, before, record);
  const answers = Object.values(transition.input).map((field): readonly [string, Wire] => [
    field.id,
    compact(field, input[field.id]),
  ]);
  writeHistory(tx, {
    entity: entity.id,
    record: record.id,
    at: scope.now,
    by: caller.me.id,
    kind: 'transition',
    transition: transition.id,
    from: before.state ?? null,
    to: record.state ?? null,
    input: answers.length === 0 ? null : Object.fromEntries(answers),
    changes: changesOf(entity, before, record),
    via: caller.via,
    version: record.version,
  });
  await recomputeAround(own, before, record);
}
