import { rightsFor, type Model, type RecordValue } from '@ninefold/model';
import { compile, type Application } from '@ninefold/spec';
import type { Database } from '../../storage/database/database.ts';
import { migrate } from '../migrate.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import { createRecords } from '../create-records.ts';
import type { Caller, Records, WriteOptions } from '../context/records.ts';
import { Refusal } from '../../refusal.ts';
import { DESK } from './desk.yaml.ts';

export const PLAIN: WriteOptions = { version: null, confirm: [] };

export interface Desk {
  readonly db: Database;
  readonly model: Model;
  readonly application: Application;
  readonly records: Records;
  now: string;
  caller(id: string): Promise<Caller>;
  /** Callers by name: `rita` and `ralf` ask, `anna` is an agent of Net, `olga` of Print, `max` manages. */
  readonly people: Readonly<Record<'rita' | 'ralf' | 'anna' | 'olga' | 'max', Caller>>;
  readonly net: string;
  readonly print: string;
  readonly cables: string;
  readonly paper: string;
  close(): Promise<void>;
}

const compiledBefore = new Map<string, Application>();

/** What a specification in one file says; compiled once for all tests of a process, none of which can change it. Throws what is wrong with it. */
export function applicationOf(yaml: string): Application {
  const known = compiledBefore.get(yaml);
  if (known !== undefined) return known;
  const compiled = compile([{ path: 'app.yaml', text: yaml }]);
  if (!compiled.application)
    throw new Error(
      compiled.issues.map(({ id, line, params }) => `${id} ${line} ${JSON.stringify(params)}`).join('\n'),
    );
  compiledBefore.set(yaml, compiled.application);
  return compiled.application;
}

/** A fresh database with a few people and things in it. */
export async function openDesk(yaml = DESK): Promise<Desk> {
  const application = applicationOf(yaml);
  const { model } = application;
  const db = await openTestDatabase();
  await migrate(db, model);
  const desk = { now: '2026-03-05T12:00:00.000Z' };
  const records = createRecords(db, model, () => desk.now);
  const caller = async (id: string): Promise<Caller> => {
    const me = await records.me(id);
    if (!me) throw new Error(`nobody is ${id}`);
    return { me, rights: rightsFor(model, me.roles), via: 'screen', usersWith: await records.usersWith() };
  };
  const add = (name: string, ...roles: string[]): Promise<string> =>
    records.addUser({ name, email: `${name}@desk.test`, language: null, roles });
  const ids = {
    rita: await add('rita'),
    ralf: await add('ralf'),
    anna: await add('anna', 'agent'),
    olga: await add('olga', 'agent'),
    max: await add('max', 'manager'),
  };
  const max = await caller(ids.max);
  const id = async (record: Promise<RecordValue>): Promise<string> => (await record).id;
  const net = await id(records.create(max, 'team', { name: 'Net' }, PLAIN));
  const print = await id(records.create(max, 'team', { name: 'Print' }, PLAIN));
  await records.update(max, 'user', { idOrKey: ids.anna, body: { team: net } }, PLAIN);
  await records.update(max, 'user', { idOrKey: ids.olga, body: { team: print } }, PLAIN);
  const cables = await id(records.create(max, 'category', { name: 'Cables', team: 'Net', billable: true }, PLAIN));
  const paper = await id(records.create(max, 'category', { name: 'Paper', team: print }, PLAIN));
  const people = {
    rita: await caller(ids.rita),
    ralf: await caller(ids.ralf),
    anna: await caller(ids.anna),
    olga: await caller(ids.olga),
    max: await caller(ids.max),
  };
  return Object.assign(desk, {
    ...{ db, model, application, records, caller, people, net, print, cables, paper },
    close: () => db.close(),
  });
}

/** The refusal that a call answers with; anything else fails the test. */
export async function refusal(call: Promise<unknown>): Promise<Refusal> {
  try {
    await call;
  } catch (reason) {
    if (reason instanceof Refusal) return reason;
    throw reason;
  }
  throw new Error('the call was not refused');
}
