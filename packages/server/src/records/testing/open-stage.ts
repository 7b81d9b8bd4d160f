import { rightsFor, type Model, type RecordValue } from '@ninefold/model';
import { expect } from 'vitest';
import type { Database } from '../../storage/database/database.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import type { Caller, Records } from '../context/records.ts';
import { createRecords } from '../create-records.ts';
import { migrate } from '../migrate.ts';
import { applicationOf, PLAIN } from './open-desk.ts';

/** A round of timers after which nothing may be left to say. */
export const ROUND = { mostMs: 60_000, isEnding: () => false, log: (line: string) => expect.fail(line) };

/** A small application over an empty database, one person with the role `boss`, and a clock that stands. */
export interface Stage {
  readonly db: Database;
  readonly model: Model;
  readonly records: Records;
  readonly boss: Caller;
  now: string;
  make(entity: string, body: object): Promise<RecordValue>;
  set(entity: string, id: string, body: object): Promise<RecordValue>;
  fire(entity: string, id: string, transition: string, body?: object): Promise<RecordValue>;
  /** Sets the clock and fires what is due; when the next one is. */
  fireAt(moment: string): Promise<string | null>;
  close(): Promise<void>;
}

/** Opens the application that one file says, on Monday, 2 March 2026, at 9:00 UTC. */
export async function openStage(yaml: string): Promise<Stage> {
  const db = await openTestDatabase();
  const { model } = applicationOf(yaml);
  await migrate(db, model);
  const clock = { now: '2026-03-02T09:00:00.000Z' };
  const records = createRecords(db, model, () => clock.now);
  const id = await records.addUser({ name: 'Bo', email: 'bo@t.test', language: null, roles: ['boss'] });
  const me = await records.me(id);
  if (!me) throw new Error('nobody');
  const boss: Caller = { me, rights: rightsFor(model, me.roles), via: 'call' };
  return Object.assign(clock, {
    ...{ db, model, records, boss },
    make: (entity: string, body: object) => records.create(boss, entity, body, PLAIN),
    set: (entity: string, idOrKey: string, body: object) => records.update(boss, entity, { idOrKey, body }, PLAIN),
    fire: (entity: string, idOrKey: string, transition: string, body: object = {}) =>
      records.transition(boss, entity, { idOrKey, transition, body }, PLAIN),
    fireAt: (moment: string) => {
      clock.now = moment;
      return records.fireTimers(ROUND);
    },
    close: () => db.close(),
  });
}
