import { evaluate, runtimeLimit, type InCall, type InCallAnswer, type Scope } from '@ninefold/model';
import { Refusal } from '../../../refusal.ts';
import type { Writer } from '../../../storage/database/database.ts';
import { argument, sql } from '../../../storage/sql/sql.ts';
import { newId } from '../../../uuid.ts';
import { scopeOf } from '../../context/context.ts';
import type { Brought, InCalls } from '../../context/in-calls.ts';
import { undone, unlessRefused } from '../../services/leaving.ts';
import type { RecordServices } from '../../services/write-context.ts';
import { listInCalls } from '../../calls/list-in-calls.ts';
import { FIND_DONE, idOfKey, idOfRefusal, IN_CALL_ROWS, inCallRow, KEEP_IN_CALL } from '../../calls/in-call-rows.ts';
import { reasonOf } from '../timed/refusal-of.ts';
import { createDoing } from './do-in-call.ts';

const DAY_MS = 86_400_000;
const TRIM = sql`DELETE FROM ${IN_CALL_ROWS} WHERE "last" < ${argument(0)}`;

/** The calls by which other systems write records. */
export function createInCalls(services: RecordServices): InCalls {
  const { context } = services;
  const { db, model, clock } = context;
  const work = createDoing(services);
  return {
    receive: async (call, brought) => {
      const key = keyOf(call, brought, scopeOf(context, null));
      const id = key === null ? newId(clock()) : idOfKey(call.id, key);
      const { run, leave } = work(call, brought.body);
      const done = async (tx: Writer): Promise<InCallAnswer> => {
        const known =
          key === null ? [] : [call.id, ...(call.was === null ? [] : [call.was])].map((name) => idOfKey(name, key));
        for (const one of known) {
          const [before] = await tx.all(FIND_DONE, [one]);
          if (before) return { entity: String(before['entity']), id: String(before['record']) };
        }
        const record = await run({ ...tx, last: tx.all }); // its answer is stored behind it
        tx.later(KEEP_IN_CALL, inCallRow(id, call, { at: clock(), record }));
        return { entity: call.entity, id: record };
      };
      if (leave === null) return db.write(done, `in ${id}`);
      return unlessRefused(db.write((tx) => undone(tx, done, async () => void (await leave(tx))), `in ${id}`));
    },
    refused: async (call, refusal) => {
      const [reason, at] = [reasonOf(refusal), clock()];
      if (reason === null) return;
      const id = idOfRefusal(call, reason, at);
      await db.write((tx) => tx.run(KEEP_IN_CALL, inCallRow(id, call, { at, refusal: reason })), `in ${id}`);
    },
    list: (caller, params) => listInCalls(services, caller, params),
    trim: async () => {
      const days = runtimeLimit(model, 'call_days');
      const before = new Date(Date.parse(clock()) - days * DAY_MS).toISOString();
      await db.write((tx) => tx.run(TRIM, [before]));
    },
  };
}

/** What makes two calls the same; null: nothing does. */
function keyOf({ key }: InCall, { body, id }: Brought, scope: Scope): string | null {
  if (key === null) return id;
  const value = evaluate(key, { ...scope, body });
  if (typeof value !== 'string' || value === '') throw new Refusal('no_call_key');
  return value;
}
