import {
  asSeen,
  guardProblems,
  holds,
  settleInput,
  validateInput,
  type RecordValue,
  type Scope,
  type Transition,
  type Wire,
} from '@ninefold/model';
import { Refusal } from '../../../refusal.ts';
import { decodeBody, type Sent } from '../../context/body.ts';
import { entityOf } from '../../context/context.ts';
import type { Caller } from '../../context/records.ts';
import type { Draft } from '../../loading/rows.ts';
import { existingRecord, refuseNever, withLiveValues } from '../../services/find-record.ts';
import {
  answerWritten,
  type RecordServices,
  type SendingTo,
  type Write,
  type WriteContext,
} from '../../services/write-context.ts';
import { beginUpdate, withNextVersion, type Change } from '../change.ts';
import { follow } from '../following/follow.ts';
import { judgeWrite, refuseHiddenLimit, refuseProblems } from '../judging/judge-write.ts';
import { resolveReferences } from '../judging/resolve-sent.ts';
import { updateRecord } from '../storing/store.ts';
import { compact, writeChange } from '../storing/write-history.ts';
import { applyTransition } from './transition-effects.ts';
import { settledUpdate } from './update.ts';

/** `POST /api/<entity>/<id>/<transition>` */
export function transitionOf(
  services: RecordServices,
  caller: Caller,
  { entity: entityId, idOrKey, transition: transitionId, body, options }: SendingTo & { readonly transition: string },
): Write<RecordValue> {
  const entity = entityOf(services.context, entityId);
  refuseNever({ rights: caller.rights, entity }, 'read');
  const transitions = entity.lifecycle?.transitions ?? {};
  const transition = Object.hasOwn(transitions, transitionId) ? transitions[transitionId] : undefined;
  if (!transition || transition.id === 'create')
    throw new Refusal('unknown_transition', { params: { transition: transitionId.slice(0, 60) } });
  const decoded = decodeBody(body ?? {}, entity, true);
  const run = async (write: WriteContext): Promise<RecordValue> => {
    const before = withLiveValues(entity, await existingRecord(write, idOrKey), write.scope);
    refuseStart(write, transition, before);
    const isBare = Object.keys(decoded.sent).length === 0;
    const sent = isBare
      ? beginUpdate(write, before, {})
      : await settledUpdate(write, before, decoded.sent, options.version);
    const scope: Scope = { ...sent.writeScope, transition: transition.id };
    const seenOf = (record: RecordValue): RecordValue => asSeen(entity, withLiveValues(entity, record, scope), scope);
    const seen = { before: seenOf(before), record: seenOf(sent.record) };
    const input = await readInput(write, transition, decoded.input, { ...scope, ...seen });
    const writeScope: Scope = { ...scope, input };
    refuseGuard(write, transition, { ...writeScope, ...seen });
    const change = withNextVersion(await applyTransition({ ...sent, writeScope }, transition));
    await judgeWrite(change, [...options.confirm, ...decoded.confirm]);
    await storeTransition(change, transition, input);
    return answerWritten(write, change.record);
  };
  return { entity: entityId, subject: idOrKey, run };
}

function refuseStart({ entity, rights }: WriteContext, transition: Transition, before: RecordValue): void {
  if (!transition.by.some((role) => rights.roles.includes(role)))
    throw new Refusal('not_your_role', {
      params: { entity: entity.id, transition: transition.id, roles: transition.by },
    });
  if (before.state === undefined || !transition.from.includes(before.state)) {
    throw new Refusal('wrong_state', { params: { transition: transition.id, state: before.state ?? '' } });
  }
}

function refuseGuard({ context, entity, rights }: WriteContext, transition: Transition, scope: Scope): void {
  if (holds(transition.when, scope) === true) return;
  refuseHiddenLimit(context.model, transition.when?.reads ?? []);
  const params = { entity: entity.id, transition: transition.id };
  throw new Refusal('guard_failed', { params, problems: guardProblems({ entity, transition, scope, rights }) });
}

/** The answers to the transition's own form: known names, references resolved and completed, every field valid. */
async function readInput(write: WriteContext, transition: Transition, sent: Sent, scope: Scope): Promise<Draft> {
  const { context, entity, plan, tx } = write;
  const unknown = Object.keys(sent).find((name) => !Object.hasOwn(transition.input, name));
  if (unknown !== undefined)
    refuseProblems(context.model, [
      { path: `input.${unknown.slice(0, 60)}`, code: 'unknown_field', params: { field: unknown.slice(0, 60) } },
    ]);
  const resolved = await resolveReferences(write, transition.input, { sent, before: null, prefix: 'input.' });
  refuseProblems(context.model, resolved.problems);
  const input: Draft = settleInput(transition.input, resolved.sent, scope);
  await plan.answers.get(transition.id)?.(tx, [input], write.scope);
  refuseProblems(context.model, validateInput(transition.input, entity.id, input, scope));
  return input;
}

async function storeTransition(change: Change<RecordValue>, transition: Transition, input: Draft): Promise<void> {
  const { entity, tx, before, record } = change;
  updateRecord(tx, entity, change);
  const answers = Object.values(transition.input).map((field): readonly [string, Wire] => [
    field.id,
    compact(field, input[field.id]),
  ]);
  writeChange(change, {
    kind: 'transition',
    transition: transition.id,
    from: before.state ?? null,
    to: record.state ?? null,
    input: answers.length === 0 ? null : Object.fromEntries(answers),
  });
  await follow(change);
}
