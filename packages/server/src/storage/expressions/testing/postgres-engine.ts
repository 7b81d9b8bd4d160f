import { openTestDatabase } from '../../../testing/test-database.ts';
import { POSTGRES_EXPRESSIONS } from '../../postgres/expressions/dialect.ts';
import type { Engine } from './engine.ts';
import { makeTables, putRows } from './postgres-rows.ts';

/** A schema of a real PostgreSQL. */
export async function postgresEngine(): Promise<Engine> {
  const db = await openTestDatabase();
  await db.alone(makeTables);
  return {
    dialect: POSTGRES_EXPRESSIONS,
    fill: (rows) => db.write((tx) => putRows(tx, rows)),
    all: (text, values) => db.read.all(text, values),
    run: (text) => db.write(async (tx) => void (await tx.run(text, []))),
    cent: '0.01',
    close: () => db.close(),
  };
}
