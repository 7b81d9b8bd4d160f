import { changedFields, type Model, type RecordValue, type Scope, scopeAt } from '@ninefold/model';
import { Refusal } from '../../../refusal.ts';
import type { Database, Writer } from '../../../storage/database/database.ts';
import { quoted } from '../../../storage/sql/names.ts';
import { dependenciesOf } from '../../dependencies/dependencies.ts';
import { totalsOf, withTotals } from '../../loading/kept-totals.ts';
import { itemsLoader } from '../../loading/load.ts';
import { countAnew, keptTotals } from '../../loading/total-rows.ts';
import { createWritePlans } from '../../services/write-context.ts';
import { recomputed } from '../../writing/change.ts';

/**
 * Where stored computed values are not what the evaluator says of the record, from whole lists and without running totals; and
 * running totals that are not what counting anew gives. Empty where all is right.
 */
export async function wrongValues(db: Database, model: Model, now: string): Promise<readonly string[]> {
  const wrong: string[] = [];
  await db
    .write(async (tx) => {
      const scope = scopeAt(model, now);
      wrong.push(...(await wrongComputed(tx, model, scope)), ...(await wrongTotals(tx, model, scope)));
      throw new Refusal('offline'); // nothing of this is kept
    })
    .catch((reason: unknown) => {
      if (!(reason instanceof Refusal) || reason.code !== 'offline') throw reason;
    });
  return wrong;
}

async function idsIn(tx: Writer, entity: string): Promise<readonly string[]> {
  return (await tx.all(`SELECT "id" FROM ${quoted(entity)}`, [])).map(({ id }) => String(id));
}

async function wrongComputed(tx: Writer, model: Model, scope: Scope): Promise<readonly string[]> {
  const context = { model, dialect: tx.dialect };
  const plans = createWritePlans(context);
  const on = { context, plans, dependencies: dependenciesOf(context), readers: new Map(), tx, scope };
  const wrong: string[] = [];
  for (const entity of Object.values(model.entities)) {
    const plan = plans(entity.id);
    for (const draft of (await plan.computing.load(tx, await idsIn(tx, entity.id), scope)).values()) {
      const before = draft as unknown as RecordValue; // loaded with every system field
      const record = await recomputed({ ...on, entity, plan }, before);
      const names = ['state', 'state_final'].filter((name) => before[name] !== record[name]);
      for (const name of [...changedFields(entity, before, record), ...names])
        wrong.push(
          `${entity.id} ${before.id} ${name}: ${JSON.stringify(before[name])} is stored, ${JSON.stringify(record[name])} is right`,
        );
    }
  }
  return wrong;
}

async function wrongTotals(tx: Writer, model: Model, scope: Scope): Promise<readonly string[]> {
  const context = { model: withTotals(model).model, dialect: tx.dialect };
  const wrong: string[] = [];
  for (const entity of Object.keys(model.entities)) {
    const totals = totalsOf(context.model, entity);
    const ids = await idsIn(tx, entity);
    const kept = await keptTotals(context, tx, entity, ids);
    const counted = await countAnew({ context, reader: tx, scope, loadItems: itemsLoader(context) }, totals, ids);
    for (const [id, known] of kept) {
      for (const { name, list } of totals) {
        const [is, should] = [JSON.stringify(known[name]), JSON.stringify(counted.get(id)?.[name])];
        if (is !== undefined && is !== should)
          wrong.push(`${entity} ${id} ${name} over ${list}: ${is} is kept, ${String(should)} is right`);
      }
    }
  }
  return wrong;
}
