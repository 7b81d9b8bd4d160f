import type { Field, Model } from '../../packages/model/src/index.ts';
import { createRecords } from '../../packages/server/src/records/create-records.ts';
import { migrate } from '../../packages/server/src/records/migrate.ts';
import { openTestDatabase } from '../../packages/server/src/testing/test-database.ts';
import type { ExampleStep } from '../../packages/spec/src/index.ts';
import { bring, build, callerFor, opened, PLAIN, rolesOf, ruler, wholeBody, type World } from './surroundings.ts';
import { idsOf, thingsIn, type Thing } from './world.ts';

/** A value that reaches a reader, and the path of the field that it comes from: `record.part.word`. */
export interface Reading {
  readonly entity: string;
  readonly field: string;
  readonly source: string;
  readonly step: ExampleStep;
}

/** What came of an example of a value that is read where its source is closed: null where it came as it was told. */
export async function readAgain(whole: Model, { entity, field, source, step }: Reading): Promise<string | null> {
  const db = await openTestDatabase();
  const model = withoutRules(whole, entity, ownValues(step));
  try {
    await migrate(db, model);
    const { today, now } = step.values;
    const moment = typeof now === 'string' ? now : `${typeof today === 'string' ? today : '2026-03-05'}T09:00:00.000Z`;
    const records = createRecords(db, model, () => moment);
    const things = thingsIn(model, entity, [step]);
    const world = await build(model, records, things, rolesOf(model, [step]));
    const id = await made(world, { entity, values: ownValues(step) });
    const caller = await callerFor(world, step.actor);
    const seen = await records.get(caller, entity, id).catch(() => null);
    if (seen?.[field] === undefined) return 'the value is not read';
    const steps = source.split('.');
    const last = steps.pop() ?? '';
    const of = idsOf(step.values[steps.join('.')] ?? null)[0] ?? '';
    const target = things.get(of)?.entity ?? entity;
    const found =
      steps.length === 1 ? seen : await records.get(caller, target, world.ids.get(of) ?? '').catch(() => null);
    return found?.[last] === undefined ? null : 'its source is read too';
  } finally {
    await db.close();
  }
}

/**
 * The same rights and values; what may be written is not asked here, so nothing that a record has to meet is left. What the
 * example says of a copy is written as it is: its source may have changed since it was copied. So is what it says of a field
 * that transitions or data files fill and nobody else.
 */
function withoutRules(model: Model, subject: string, said: Thing['values']): Model {
  const free = (field: Field, isSaid: boolean): Field => {
    const open = { ...field, required: false, requiredWhen: null, min: null, max: null };
    const plain = isSaid ? { ...open, copy: null, readOnly: false } : open;
    return 'where' in plain ? { ...plain, where: null } : plain;
  };
  const entities = Object.entries(model.entities).map(([id, entity]) => {
    const fields = Object.entries(entity.fields).map(
      ([name, field]) => [name, free(field, id === subject && said.has(name))] as const,
    );
    const everybody = Object.keys(model.roles);
    const open = entity.lifecycle && opened(entity.lifecycle, (one) => ({ ...one, timer: null, by: everybody }));
    return [id, { ...entity, rules: [], fields: Object.fromEntries(fields), lifecycle: open }] as const;
  });
  return { ...model, entities: Object.fromEntries(entities) };
}

function ownValues({ values }: ExampleStep): Thing['values'] {
  const own = Object.entries(values).filter(([path]) => /^record\.[^.]+$/.test(path));
  return new Map(own.map(([path, value]) => [path.slice('record.'.length), value]));
}

/** The record of an example, made by whom it says, in the state that it says. */
async function made(world: World, thing: Thing): Promise<string> {
  const god = await ruler(world);
  const maker = idsOf(thing.values.get('created_by') ?? null)[0];
  const me = maker === undefined ? null : await world.records.me(world.ids.get(maker) ?? '');
  const by = { ...god, me: me ? { ...me, roles: god.me.roles } : god.me };
  const { id } = await world.records.create(by, thing.entity, await wholeBody(world, god, thing), PLAIN);
  await bring(world, god, thing, id);
  return id;
}
