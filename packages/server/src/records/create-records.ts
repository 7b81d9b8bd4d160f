import type { Model } from '@ninefold/model';
import type { Database } from '../storage/database.ts';
import type { Clock } from './clock.ts';
import type { Context } from './context.ts';
import { createPeople } from './people/people.ts';
import { changesSince, titledUsers } from './reading/changes.ts';
import { countRecords } from './reading/count.ts';
import { groupRecords } from './reading/group.ts';
import { historyOf } from './reading/history.ts';
import { exportRecords } from './reading/export.ts';
import { knowableChanges } from './reading/knowable.ts';
import { listRecords } from './reading/list.ts';
import { mayRecord } from './reading/may.ts';
import { readRecord } from './reading/read-record.ts';
import { createViews } from './reading/views.ts';
import type { Records } from './records.ts';
import { createWritePlans, perform, type Workshop } from './writing/attempt.ts';
import { batchWrite } from './writing/batch.ts';
import { bulkWrite } from './writing/bulk.ts';
import { dependentsOf } from './writing/dependents.ts';
import { creationOf } from './writing/create.ts';
import { readersOf } from './writing/readers.ts';
import { emptyTrash } from './writing/empty-trash.ts';
import { forgetAnswers } from './writing/once.ts';
import { removalOf } from './writing/remove.ts';
import { importRecords } from './writing/import.ts';
import { restorationOf } from './writing/restore.ts';
import { transitionOf } from './writing/transition.ts';
import { updateOf } from './writing/update.ts';

/** The calls on the records of one model in one database. Plans are made once and kept. */
export function createRecords(db: Database, model: Model, clock: Clock): Records {
  const context: Context = { db, dialect: db.dialect, model, clock };
  const shop: Workshop = {
    context,
    views: createViews(context),
    plans: createWritePlans(context),
    dependents: dependentsOf(context),
    readers: readersOf(context),
  };
  const { views } = shop;
  return {
    ...createPeople(context),
    list: (caller, entity, params) => listRecords(context, views, caller, entity, params),
    export: (caller, entity, params, named) => exportRecords(context, views, caller, entity, params, named),
    group: (caller, entity, params) => groupRecords(context, views, caller, entity, params),
    get: (caller, entity, idOrKey, params) => readRecord(context, views, caller, entity, idOrKey, params),
    create: async (caller, entity, body, options) =>
      perform(shop, caller, creationOf(shop, caller, entity, body, options), options.once),
    update: async (caller, entity, idOrKey, body, options) =>
      perform(shop, caller, updateOf(shop, caller, entity, idOrKey, body, options), options.once),
    remove: async (caller, entity, idOrKey, options) => {
      await perform(shop, caller, removalOf(shop, caller, entity, idOrKey, options), options.once);
    },
    restore: async (caller, entity, idOrKey, options) =>
      perform(shop, caller, restorationOf(shop, caller, entity, idOrKey, options), options.once),
    transition: async (caller, entity, idOrKey, transition, body, options) =>
      perform(shop, caller, transitionOf(shop, caller, entity, idOrKey, transition, body, options), options.once),
    bulk: (caller, entity, body, once) => bulkWrite(shop, caller, entity, body, once),
    import: (caller, entity, source, options, once) => importRecords(shop, caller, entity, source, options, once),
    batch: (caller, body, once) => batchWrite(shop, caller, body, once),
    history: (caller, entity, idOrKey) => historyOf(shop, caller, entity, idOrKey),
    changes: (caller, entity, idOrKey, since) => changesSince(shop, caller, entity, idOrKey, since),
    titledUsers: (caller, ids) => titledUsers(shop, caller, ids),
    knowable: (changes) => knowableChanges(shop, changes),
    may: (caller, entity, idOrKey) => mayRecord(shop, caller, entity, idOrKey),
    count: (caller, entity, where) => countRecords(shop, caller, entity, where),
    forgetAnswers: () => forgetAnswers(context),
    emptyTrash: () => emptyTrash(context),
  };
}
