import type { Database } from '../storage/database.ts';
import type { Model } from '@ninefold/model';
import { scopeOf, type Context } from './context.ts';
import type { Clock } from './clock.ts';
import { getRecord } from './reading/get.ts';
import { listRecords } from './reading/list.ts';
import { createViews } from './reading/views.ts';
import type { Records } from './records.ts';

/** The calls on the records of one model in one database. Plans are made once and kept. */
export function createRecords(db: Database, model: Model, clock: Clock): Records {
  const context: Context = { db, model, clock };
  const views = createViews(context);
  return {
    list: (caller, entity, params) => listRecords(context, views, caller, entity, params),
    get: async (caller, entity, idOrKey) =>
      getRecord(views.view(caller.rights, entity), db.read, idOrKey, scopeOf(context, caller)),
  } as Records;
}
