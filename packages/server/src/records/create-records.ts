import type { Model } from '@ninefold/model';
import type { Database } from '../storage/database.ts';
import type { Clock } from './clock.ts';
import { scopeOf, type Context } from './context.ts';
import { createPeople } from './people/people.ts';
import { changesSince, titledUsers } from './reading/changes.ts';
import { countRecords } from './reading/count.ts';
import { getRecord } from './reading/get.ts';
import { historyOf } from './reading/history.ts';
import { listRecords } from './reading/list.ts';
import { mayRecord } from './reading/may.ts';
import { createViews } from './reading/views.ts';
import type { Records } from './records.ts';
import { createWritePlans, type Workshop } from './writing/attempt.ts';
import { dependentsOf } from './writing/dependents.ts';
import { createRecord } from './writing/create.ts';
import { removeOne } from './writing/remove.ts';
import { restoreOne } from './writing/restore.ts';
import { fireTransition } from './writing/transition.ts';
import { updateOne } from './writing/update.ts';

/** The calls on the records of one model in one database. Plans are made once and kept. */
export function createRecords(db: Database, model: Model, clock: Clock): Records {
  const context: Context = { db, dialect: db.dialect, model, clock };
  const shop: Workshop = {
    context,
    views: createViews(context),
    plans: createWritePlans(context),
    dependents: dependentsOf(context),
  };
  const { views } = shop;
  return {
    ...createPeople(context),
    list: (caller, entity, params) => listRecords(context, views, caller, entity, params),
    get: async (caller, entity, idOrKey) =>
      getRecord(views.view(caller.rights, entity), db.read, idOrKey, scopeOf(context, caller)),
    create: (caller, entity, body, options) => createRecord(shop, caller, entity, body, options),
    update: (caller, entity, idOrKey, body, options) => updateOne(shop, caller, entity, idOrKey, body, options),
    remove: (caller, entity, idOrKey, options) => removeOne(shop, caller, entity, idOrKey, options),
    restore: (caller, entity, idOrKey) => restoreOne(shop, caller, entity, idOrKey),
    transition: (caller, entity, idOrKey, transition, body, options) =>
      fireTransition(shop, caller, entity, idOrKey, transition, body, options),
    history: (caller, entity, idOrKey) => historyOf(shop, caller, entity, idOrKey),
    changes: (caller, entity, idOrKey, since) => changesSince(shop, caller, entity, idOrKey, since),
    titledUsers: (caller, ids) => titledUsers(shop, caller, ids),
    may: (caller, entity, idOrKey) => mayRecord(shop, caller, entity, idOrKey),
    count: (caller, entity, where) => countRecords(shop, caller, entity, where),
  };
}
