import {
  allows,
  canEver,
  fieldRights,
  holds,
  guardProblems,
  judgeSent,
  type RecordValue,
  type Transition,
} from '@ninefold/model';
import { Refusal } from '../../refusal.ts';
import { entityOf } from '../context.ts';
import { judgedEntity, mayCreateUser, userFieldRights, userProblems } from '../people/user-rights.ts';
import type { Caller, WriteOptions } from '../records.ts';
import type { Attempt, Workshop, Write } from './attempt.ts';
import { answerWritten } from './answer-written.ts';
import { decodeBody, unknownLineFields, type DecodedBody, type Sent } from './body.ts';
import { judgeWrite } from './judge-write.ts';
import { withFurther } from './further-problems.ts';
import { identifyLines } from './line-ids.ts';
import { refuseProblems } from './problems.ts';
import { recomputeAround } from './recompute.ts';
import { resolveReferences } from './references.ts';
import { numbersAt, sequenceFields } from './sequences.ts';
import { settleFully } from './settle-fully.ts';
import { insertRecord } from './store.ts';
import { applyTransition, withFired } from './transition-effects.ts';
import { hiddenLimit } from './undecided.ts';
import { newId } from './uuid.ts';
import { changesOf, writeHistory } from './write-history.ts';
import { forbidden } from '../forbidden.ts';

/** `POST /api/<entity>` */
export function creationOf(
  shop: Workshop,
  caller: Caller,
  entityId: string,
  body: unknown,
  options: WriteOptions,
): Write<RecordValue> {
  const entity = entityOf(shop.context, entityId);
  if (!canEver(caller.rights, entityId, 'create') && !mayCreateUser(shop.context.model, caller, entity))
    throw forbidden(entity.id, 'create');
  const creation = entity.lifecycle?.transitions['create'];
  if (creation && creation.by.length > 0 && !creation.by.some((role) => caller.rights.roles.includes(role)))
    throw new Refusal('not_your_role', { params: { entity: entity.id, transition: 'create', roles: creation.by } });
  const decoded = decodeBody(body, entity, false);
  const subject = sequenceFields(entity).length > 0 ? 'next number' : newId(shop.context.clock());
  const run = async (own: Attempt): Promise<RecordValue> => {
    const record = await settleNew(own, decoded, creation ?? null, [...options.confirm, ...decoded.confirm]);
    insertRecord(own.tx, own.context.model, entity, record);
    writeHistory(own.tx, {
      entity: entity.id,
      record: record.id,
      at: own.scope.now,
      by: caller.me.id,
      kind: 'create',
      transition: creation ? creation.id : null,
      from: null,
      to: record.state ?? null,
      input: null,
      changes: changesOf(entity, null, record),
      via: caller.via,
      version: record.version,
    });
    await recomputeAround(own, null, record);
    return answerWritten(own, record);
  };
  return { entity: entityId, subject, run };
}

async function settleNew(
  own: Attempt,
  decoded: DecodedBody,
  creation: Transition | null,
  confirm: readonly string[],
): Promise<RecordValue> {
  const { entity, context } = own;
  const lines = identifyLines(entity, decoded.sent, null, own.scope.now);
  const [resolved, numbers] = await Promise.all([
    resolveReferences(own, entity.fields, lines.sent, null),
    numbersAt(own.tx, entity, 'create', {}, own.scope.today),
  ]);
  refuseHiddenLimits(own, resolved.sent);
  const scope = { ...own.scope, creating: true, transition: 'create', before: null };
  const settled = await settleFully({ ...own, scope }, null, { ...resolved.sent, ...numbers });
  const rights = userFieldRights(
    context.model,
    own.caller,
    entity,
    null,
    fieldRights(own.rights, entity, { ...scope, record: settled }),
  );
  const wrong = [
    ...unknownLineFields(entity, decoded.sent),
    ...judgeSent({
      entity: judgedEntity(entity, rights),
      before: null,
      sent: resolved.sent,
      rights,
      scope: { ...scope, record: settled },
    }),
    ...userProblems(context.model, own.caller, entity, null, resolved.sent),
  ];
  const unnamed = [...lines.problems, ...resolved.problems];
  const write = { before: null, record: settled, sent: resolved.sent, scope };
  refuseProblems(context.model, wrong.length > 0 ? [...wrong, ...unnamed] : withFurther(own, write, unnamed));
  const isAllowed = allows(own.rights, entity.id, 'create', { ...scope, record: settled }) === true;
  if (!isAllowed && !mayCreateUser(context.model, own.caller, entity)) throw forbidden(entity.id, 'create');
  const record = creation ? await created(own, creation, settled, scope) : settled;
  const named: RecordValue = { ...record, id: newId(scope.now), version: 1 };
  await judgeWrite(own, null, named, scope, confirm);
  return named;
}

/** A value that would arrive from a limit that is not shown cannot arrive. */
function refuseHiddenLimits({ context, entity }: Attempt, sent: Sent): void {
  const arriving = Object.values(entity.fields).filter(({ id }) => !Object.hasOwn(sent, id));
  const reads = arriving.flatMap((field) =>
    [field.default, field.copy?.expression, field.computed?.expression].flatMap(
      (expression) => expression?.reads ?? [],
    ),
  );
  const limit = hiddenLimit(context.model, reads);
  if (limit !== null) throw new Refusal('limit_not_shown', { params: { limit } });
}

/** The transition named `create`: its guard and its effects. */
async function created(
  own: Attempt,
  creation: Transition,
  settled: RecordValue,
  scope: Attempt['scope'],
): Promise<RecordValue> {
  const inScope = { ...scope, record: settled };
  if (holds(creation.when, inScope) !== true) {
    throw new Refusal('guard_failed', {
      params: { entity: own.entity.id, transition: 'create' },
      problems: guardProblems(own.entity, creation, inScope, own.rights),
    });
  }
  return creation.set.length === 0
    ? withFired(own, creation, settled)
    : applyTransition(own, creation, null, settled, scope);
}
