import type { Model } from '@ninefold/model';
import type { Database } from '../storage/database/database.ts';
import type { Clock } from '../clock.ts';
import type { Context, PlanContext } from './context/context.ts';
import { createAccounts } from './create-accounts.ts';
import { createComments } from './comments/comments.ts';
import { createInCalls } from './writing/calls/in-calls.ts';
import { createOutCalls } from './writing/calls/out-calls.ts';
import { createWatch } from './calls/watch-conditions.ts';
import { createSubscriptions } from './calls/subscriptions.ts';
import { createInbox } from './notifications/inbox.ts';
import { createOutbox } from './notifications/outbox.ts';
import { createPeople } from './people/people.ts';
import { approvalsOf } from './reading/approvals.ts';
import { shownCauses } from './reading/causes.ts';
import { changesSince, titledUsers } from './reading/changes.ts';
import { countRecords } from './reading/count.ts';
import { blockGroups } from './reading/groups/block-groups.ts';
import { groupRecords } from './reading/groups/group.ts';
import { historyOf } from './reading/history.ts';
import { exportRecords } from './reading/exports/export-records.ts';
import { duePage } from './reading/due-page.ts';
import { tellStuckApprovals } from './notifications/stuck-approvals.ts';
import { stuckApprovals } from './reading/stuck-approvals.ts';
import { dueOf, operatedTimers } from './reading/timers.ts';
import { visibleChanges } from './reading/visible-changes.ts';
import { listRecords } from './reading/lists/list.ts';
import { mayRecord } from './reading/may.ts';
import { readRecord } from './reading/read-record.ts';
import { withTotals } from './loading/kept-totals.ts';
import { offeredRecords } from './reading/offers/offers.ts';
import { recordPath } from './reading/path.ts';
import { relatedCounts, relatedList } from './reading/related.ts';
import { together } from './reading/together.ts';
import { createViews, type Views } from './views/views.ts';
import type { Records } from './context/records.ts';
import { createWritePlans, performing, type RecordServices } from './services/write-context.ts';
import { batchWrite } from './writing/many/batch.ts';
import { mayMany } from './writing/many/bulk-may.ts';
import { bulkWrite } from './writing/many/bulk.ts';
import { dependenciesOf } from './dependencies/dependencies.ts';
import { creationOf } from './writing/actions/create.ts';
import { readersOf } from './dependencies/readers.ts';
import { emptyTrash } from './writing/many/empty-trash.ts';
import { fireTimers } from './writing/timed/fire-timers.ts';
import { forgetAnswers } from './services/run-once.ts';
import { react } from './writing/actions/react.ts';
import { removalOf } from './writing/actions/remove.ts';
import { importRecords } from './writing/many/import.ts';
import { restorationOf } from './writing/actions/restore.ts';
import { transitionOf } from './writing/actions/transition.ts';
import { withdrawalOf } from './writing/actions/withdraw.ts';
import { updateOf } from './writing/actions/update.ts';
import { refuseWhatDoesNotRun } from './writing/actions/what-runs.ts';

function createGroups(context: Context, views: RecordServices['views']): Pick<Records, 'group' | 'blockGroups'> {
  return {
    group: (caller, entity, params) => groupRecords(context, views, { caller, entity, search: params }),
    blockGroups: (caller, block) => blockGroups(context, views, { caller, block }),
  };
}

function createCalls(services: RecordServices): Pick<Records, 'calls' | 'inCalls' | 'subscriptions'> {
  return {
    calls: createOutCalls(services),
    inCalls: createInCalls(services),
    subscriptions: createSubscriptions(services),
  };
}

/** What operators are told of all records. */
function operatedRecords(services: RecordServices): Pick<Records, 'timers' | 'stuckApprovals' | 'tellStuckApprovals'> {
  return {
    timers: (caller, state) => operatedTimers(services, caller, state),
    stuckApprovals: (caller) => stuckApprovals(services, caller),
    tellStuckApprovals: () => tellStuckApprovals(services),
  };
}

/** What is read along references: who refers to a record, and what a record may refer to. */
function referenceReads(
  context: Context,
  views: Views,
): Pick<Records, 'related' | 'relatedCounts' | 'offers' | 'path'> {
  return {
    related: (caller, entity, asked) => relatedList(context, views, { caller, entity, ...asked }),
    path: (caller, entity, idOrKey) => recordPath(context, views, { caller, entity, idOrKey }),
    offers: (caller, path, params) => offeredRecords(context, views, { caller, path, search: params }),
    relatedCounts: (caller, entity, idOrKey) => relatedCounts(context, views, { caller, entity, idOrKey }),
  };
}

/**
 * The calls on the records of one model in one database. Plans are made once and kept. Throws where the model asks for
 * something that this server does not run.
 */
export function createRecords(
  db: Database,
  given: Model,
  clock: Clock,
  {
    timerPlanned,
    callQueued,
    ...followers
  }: Omit<Context, 'db' | 'clock' | keyof PlanContext> & Pick<RecordServices, 'timerPlanned' | 'callQueued'> = {},
): Records {
  refuseWhatDoesNotRun(given);
  const context: Context = { db, dialect: db.dialect, model: withTotals(given).model, clock, ...followers };
  const services: RecordServices = {
    context,
    views: createViews(context),
    plans: createWritePlans(context),
    dependencies: dependenciesOf(context),
    readers: readersOf(context),
    ...{ timerPlanned, callQueued },
    watch: createWatch(context),
    react: (worked) => react(services, worked),
  };
  const { views } = services;
  const create = performing(services, creationOf);
  const update = performing(services, updateOf);
  const remove = performing(services, removalOf);
  const restore = performing(services, restorationOf);
  const transition = performing(services, transitionOf);
  const withdraw = performing(services, withdrawalOf);
  return {
    ...createPeople(context),
    ...createAccounts(services),
    list: (caller, entity, params) => listRecords(context, views, { caller, entity, search: params }),
    export: (caller, entity, params, options) =>
      exportRecords(context, views, { caller, entity, search: params, options }),
    together: (caller, work) =>
      together(context, caller, (one) =>
        work({
          list: (by, entity, params) => listRecords(one, views, { caller: by, entity, search: params }),
          count: (by, entity, where) => countRecords({ ...services, context: one }, by, entity, where),
          group: (by, entity, params) => groupRecords(one, views, { caller: by, entity, search: params }),
        }),
      ),
    ...createGroups(context, views),
    ...referenceReads(context, views),
    get: (caller, entity, idOrKey, params) => readRecord(context, views, { caller, entity, idOrKey, params }),
    create: (caller, entity, body, options) => create(caller, { entity, body, options }),
    update: (caller, entity, sent, options) => update(caller, { ...sent, entity, options }),
    remove: async (caller, entity, idOrKey, options) => {
      await remove(caller, { entity, idOrKey, options });
    },
    restore: (caller, entity, idOrKey, options) => restore(caller, { entity, idOrKey, options }),
    transition: (caller, entity, sent, options) => transition(caller, { ...sent, entity, options }),
    withdraw: (caller, entity, sent, options) => withdraw(caller, { ...sent, entity, options }),
    bulk: (caller, entity, body, once) => bulkWrite(services, caller, { entityId: entity, body, sent: once }),
    import: (caller, entity, { source, options, signal }, once) =>
      importRecords(services, caller, { entityId: entity, source, importOptions: options, sent: once, signal }),
    batch: (caller, body, once) => batchWrite(services, caller, body, once),
    history: (caller, entity, idOrKey) => historyOf(services, caller, entity, idOrKey),
    due: (caller, entity, idOrKey) => dueOf(services, caller, entity, idOrKey),
    duePage: (caller, params) => duePage(context, views, caller, params),
    approvals: (caller, entity, idOrKey) => approvalsOf(services, caller, entity, idOrKey),
    changes: (caller, entity, idOrKey, since) => changesSince(services, caller, { entityId: entity, idOrKey, since }),
    titledUsers: (caller, ids) => titledUsers(services, caller, ids),
    shownCauses: (caller, causes) => shownCauses(services, caller, causes),
    comments: createComments(services),
    ...createCalls(services),
    ...{ notifications: createInbox(services), mail: createOutbox(services) },
    ...operatedRecords(services),
    visibleChanges: (changes) => visibleChanges(services, changes),
    may: (caller, entity, idOrKey) => mayRecord(services, caller, entity, idOrKey),
    mayMany: (caller, entity, body) => mayMany(services, caller, entity, body),
    count: (caller, entity, where) => countRecords(services, caller, entity, where),
    forgetAnswers: () => forgetAnswers(context),
    emptyTrash: () => emptyTrash(services),
    fireTimers: (round) => fireTimers(services, round),
  };
}
