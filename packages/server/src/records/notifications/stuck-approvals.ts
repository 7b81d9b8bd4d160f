import { hasApprovals } from '@ninefold/model';
import type { Writer } from '../../storage/database/database.ts';
import { STUCK_APPROVAL_TABLE } from '../../storage/schema/stuck-approval-table.ts';
import { argument, sql, table } from '../../storage/sql/sql.ts';
import { target } from '../../storage/sql/writes.ts';
import { scopeOf } from '../context/context.ts';
import { createUsersWith } from '../people/people.ts';
import { stuckOf } from '../reading/stuck-approvals.ts';
import type { RecordServices } from '../services/write-context.ts';
import { tellStuck } from './stuck.ts';

/** An approval that nobody is left to give. */
interface Stuck {
  readonly record: string;
  readonly transition: string;
  readonly entity: string;
}

const { name: NAME } = STUCK_APPROVAL_TABLE;
const KNOWN = sql`SELECT "record", "transition", "entity" FROM ${table(NAME)}`;
const ADD = sql`INSERT INTO ${target(NAME, null)} ("record", "transition", "entity") VALUES (${argument(0)}, ${argument(1)}, ${argument(2)})
  ON CONFLICT ("record", "transition") DO NOTHING`;
const DROP = sql`DELETE FROM ${target(NAME, null)} WHERE "record" = ${argument(0)} AND "transition" = ${argument(1)}`;

/** Tells operators of approvals that nobody is left to give: once, until somebody can give them again. */
export async function tellStuckApprovals(services: RecordServices): Promise<void> {
  const { context } = services;
  if (!hasApprovals(context.model)) return;
  const found = await findStuck(services);
  const known = new Map((await context.db.read.all(KNOWN, [])).map(stuckIn).map((one) => [keyOf(one), one]));
  const present = new Set(found.map(keyOf));
  const isNew = found.filter((one) => !known.has(keyOf(one)));
  const gone = [...known.values()].filter((one) => !present.has(keyOf(one)));
  if (isNew.length + gone.length > 0) await context.db.write((tx) => keep(services, tx, { isNew, gone }), NAME);
}

async function findStuck(services: RecordServices): Promise<readonly Stuck[]> {
  const { context } = services;
  const usersWith = await createUsersWith(context)();
  const scope = { ...scopeOf(context, null), ...(usersWith === undefined ? {} : { users_with: usersWith }) };
  return context.db.survey('', async (reader) => {
    const found: Stuck[] = [];
    for (const entity of Object.keys(context.model.entities))
      for (const { transition, ids } of await stuckOf(services, scope, reader, entity))
        found.push(...ids.map((record) => ({ record, transition, entity })));
    return found;
  });
}

interface Changed {
  readonly isNew: readonly Stuck[];
  readonly gone: readonly Stuck[];
}

/** Each step is told once, of however many records. */
async function keep({ context }: RecordServices, tx: Writer, { isNew, gone }: Changed): Promise<void> {
  for (const { record, transition } of gone) await tx.run(DROP, [record, transition]);
  const steps = new Map<string, Stuck>();
  for (const one of isNew) {
    const { changes } = await tx.run(ADD, [one.record, one.transition, one.entity]);
    if (changes > 0) steps.set(`${one.entity} ${one.transition}`, one);
  }
  for (const { entity, transition } of steps.values())
    await tellStuck({ context, tx, at: context.clock() }, { entity, what: transition });
}

function keyOf({ record, transition }: Stuck): string {
  return `${record} ${transition}`;
}

function stuckIn(row: Readonly<Record<string, unknown>>): Stuck {
  return { record: String(row['record']), transition: String(row['transition']), entity: String(row['entity']) };
}
