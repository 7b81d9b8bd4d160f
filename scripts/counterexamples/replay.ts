import {
  reactionTimer,
  STANDS_FOR,
  transitionsOf,
  type EntityReaction,
  type Model,
  type StuckReason,
  type Wire,
} from '../../packages/model/src/index.ts';
import { createDeputyStore } from '../../packages/server/src/accounts/deputy-store.ts';
import type { Caller, Records } from '../../packages/server/src/records/context/records.ts';
import { createRecords } from '../../packages/server/src/records/create-records.ts';
import { migrate } from '../../packages/server/src/records/migrate.ts';
import { Refusal } from '../../packages/server/src/refusal.ts';
import type { Database } from '../../packages/server/src/storage/database/database.ts';
import { openTestDatabase } from '../../packages/server/src/testing/test-database.ts';
import type { ExampleStep } from '../../packages/spec/src/index.ts';
import {
  build,
  callerFor,
  giveRoles,
  giving,
  lawless,
  named,
  needed,
  PLAIN,
  rolesOf,
  ruler,
  spare,
  type World,
} from './surroundings.ts';
import { DAY, momentsOf, shifted, timedBy } from './moments.ts';
import { anyValue, idsOf, thingsIn, type Thing } from './world.ts';

/** What came of an example: null where the last step was refused with the error of the promise, else what went otherwise. */
export async function replayed(
  written: Model,
  { entity, error, steps }: { readonly entity: string; readonly error: string; readonly steps: readonly ExampleStep[] },
): Promise<string | null> {
  const db = await openTestDatabase();
  const model = giving(written);
  try {
    await migrate(db, model);
    const moments = momentsOf(model, entity, steps);
    let [now = ''] = moments;
    const records = createRecords(db, model, () => now);
    const open = lawless(model);
    const bare = createRecords(db, open, () => now);
    const things = new Map(thingsIn(model, entity, steps));
    things.delete(`${entity} 1`); // the record of the promise, as others name it
    const around = await build(open, bare, things, rolesOf(model, steps));
    await nameDeputies(db, around, things, moments);
    const world = { ...around, model, records };
    const made = new Map<string, string>();
    const last = steps.at(-1);
    const reaction = last && reactionOf(model, entity, last);
    if (reaction?.turnedBy === 'calendar') await records.fireTimers(ROUND); // it counts from the first look on
    const isMeanwhile = (step: ExampleStep): boolean => reactionOf(model, entity, step)?.turnedBy === 'write';
    const refusing = steps.findLastIndex((step) => !isMeanwhile(step));
    for (const [index, step] of steps.entries()) {
      now = moments[index] ?? now;
      const key = keyOf(step, entity);
      const id = made.get(key) ?? (step.name === 'create' ? '' : await latest(db, step.entity ?? entity));
      if (isMeanwhile(step)) continue; // the step before it has made it happen
      if (reaction && reaction.turnedBy !== 'write' && index === steps.length - 1) {
        for (let day = 0; day < (reaction.every ? MOST_DAYS : 1); day += 1) {
          if (reaction.every) now = shifted(now, DAY);
          const told = await timerRefused(db, records, { id, name: reactionTimer(reaction) });
          if (told && codesOf(told).includes(error)) return null;
        }
        return `last ${step.name}: was not refused`;
      }
      const timed = timedBy(model, entity, step);
      if (!timed) await giveRoles(world, step);
      const refused = timed
        ? await timerRefused(db, records, { id, name: step.name })
        : await attempt(
            () => take(world, step.entity ?? entity, step, id),
            (found) => {
              made.set(key, found);
              world.ids.set(step.record ?? `${step.entity ?? entity} 1`, found);
            },
          );
      const isLast = index === refusing;
      const problems = refused?.problems.map(({ code, path }) => `${code} ${path}`) ?? [];
      const codes = refused === null ? [] : codesOf(refused);
      if (isLast) return codes.includes(error) ? null : `last ${step.name}: ${codes.join() || 'went through'}`;
      if (refused !== null) return `${step.name}: ${refused.code} ${problems.join()}`;
    }
    return 'no steps';
  } finally {
    await db.close();
  }
}

/** The record that was made last, which an effect may have made. */
async function latest(db: Database, entity: string): Promise<string> {
  const [row] = await db.read.all(`SELECT "id" FROM "${entity}" ORDER BY "created_at" DESC, "id" DESC LIMIT 1`, []);
  return String(row?.['id'] ?? '');
}

/** Which record a step is of: an example may have steps of two or more. */
function keyOf({ record, entity }: ExampleStep, about: string): string {
  return record ?? entity ?? about;
}

/** Those in whose place somebody of an example stands have named them as deputies, from its first day to its last. */
async function nameDeputies(
  db: Database,
  { ids }: World,
  things: ReadonlyMap<string, Thing>,
  moments: readonly string[],
): Promise<void> {
  const days = moments.map((moment) => moment.slice(0, 10)).sort();
  const [from = '', until = ''] = [days[0], days.at(-1)];
  const store = createDeputyStore(db, () => moments[0] ?? '');
  for (const [name, { values }] of things)
    for (const id of idsOf(values.get(STANDS_FOR) ?? null)) {
      const wanted = { person: ids.get(id) ?? '', deputy: ids.get(name) ?? '', from, until };
      await store.name(wanted, { today: from, most: 9 }, () => undefined);
    }
}

/** A calendar comes to a day within so many. */
const MOST_DAYS = 64;

/** The reaction that a step of an example is; undefined where it is something else. */
function reactionOf(model: Model, entity: string, step: ExampleStep): EntityReaction | undefined {
  if (step.actor !== 'system' || timedBy(model, entity, step)) return undefined;
  return model.entities[step.entity ?? entity]?.reactions.find(({ id }) => id === step.name);
}

function codesOf({ code, problems }: Told): readonly string[] {
  return [code, ...problems.map((problem) => problem.code)];
}

/** What refused a step. */
interface Told {
  readonly code: string;
  readonly problems: readonly { readonly path: string; readonly code: string }[];
}

const FIRED = 'SELECT "id" FROM "_history" WHERE "record" = ? AND "transition" = ?';
const TIMER = 'SELECT "stuck" FROM "_timer" WHERE "record" = ? AND "transition" = ?';
const ROUND = { mostMs: 60_000, isEnding: () => false, log: () => undefined };

/** Lets the timers fire that are due: why the one of a step was refused, `not_fired` where it did nothing, null where it has fired. */
async function timerRefused(
  db: Database,
  records: Records,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<Told | null> {
  const before = await db.read.all(FIRED, [id, name]);
  await records.fireTimers(ROUND);
  const [timer] = await db.read.all(TIMER, [id, name]);
  if (typeof timer?.['stuck'] === 'string') return JSON.parse(timer['stuck']) as StuckReason; // as `reasonOf` writes it
  const after = await db.read.all(FIRED, [id, name]);
  return after.length > before.length ? null : { code: timer === undefined ? 'no_timer' : 'not_fired', problems: [] };
}

export async function attempt(run: () => Promise<string>, done: (id: string) => void): Promise<Refusal | null> {
  try {
    done(await run());
    return null;
  } catch (reason) {
    if (reason instanceof Refusal) return reason;
    throw reason;
  }
}

/** Takes one step; answers the id of the record. */
async function take(world: World, entity: string, { name, actor, values }: ExampleStep, id: string): Promise<string> {
  const caller = await callerFor(world, actor);
  const { records, model } = world;
  if (name === 'create') {
    const body = bodyOf(world, caller, { entity, values, verb: 'create' });
    const god = await ruler(world);
    for (const field of Object.values(model.entities[entity]?.fields ?? {})) {
      const to = needed(field);
      if (to !== null && body[field.id] === undefined) body[field.id] = await spare(world, god, to);
    }
    const made = await records.create(caller, entity, body, PLAIN);
    return made.id;
  }
  if (name === 'update') {
    const body = bodyOf(world, caller, { entity, values, verb: 'update' });
    await records.update(caller, entity, { idOrKey: id, body }, PLAIN);
    return id;
  }
  const input = Object.fromEntries(
    Object.entries(values).flatMap(([path, value]) =>
      path.startsWith('input.') ? [[path.slice(6), named(world, value)]] : [],
    ),
  );
  const of = model.entities[entity];
  const asked = (of && transitionsOf(of).get(name)?.input) ?? {};
  for (const field of Object.values(asked)) {
    if (field.required && !Object.hasOwn(input, field.id))
      input[field.id] = 'options' in field ? (field.options[0] ?? null) : 'x';
  }
  await records.transition(caller, entity, { idOrKey: id, transition: name, body: { input } }, PLAIN);
  return id;
}

function bodyOf(
  world: World,
  caller: Caller,
  {
    entity,
    values,
    verb,
  }: { readonly entity: string; readonly values: ExampleStep['values']; readonly verb: 'create' | 'update' },
): Record<string, Wire> {
  const of = world.model.entities[entity];
  const body: Record<string, Wire> = {};
  for (const field of Object.values(of?.fields ?? {})) {
    const isOpen = caller.rights
      .grants(entity)
      .some(({ verbs, fields }) => verbs[verb] !== undefined && fields[field.id]?.[verb]);
    if (!of || !isOpen || field.computed || field.readOnly || field.type === 'sequence') continue;
    const said = values[`record.${field.id}`];
    const value = said === undefined ? (verb === 'create' ? anyValue(of, field.id) : undefined) : named(world, said);
    const isKept = verb === 'update' && field.immutable && values[`before.${field.id}`] !== null; // the first filled value stays
    if (value !== undefined && !isKept) body[field.id] = value;
  }
  return body;
}
