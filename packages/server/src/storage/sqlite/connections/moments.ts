import type { Connection } from './connection.ts';
import { EVERYTHING } from './accesses.ts';

/** A number for each thing that was ever written, which grows with each commit that writes it. */
const TABLE = '_moment';
const MAKE = `CREATE TABLE IF NOT EXISTS "${TABLE}" ("of" TEXT PRIMARY KEY, "n" INTEGER NOT NULL) STRICT, WITHOUT ROWID`;
const GROW = `INSERT INTO "${TABLE}" ("of", "n") SELECT value, 1 FROM json_each(?) WHERE TRUE ON CONFLICT ("of") DO UPDATE SET "n" = "n" + 1`;
const READ = `SELECT "of", "n" FROM "${TABLE}" WHERE "of" IN (SELECT value FROM json_each(?)) ORDER BY "of"`;

/** What is not counted: nothing that is remembered reads it. */
const isOwn = (written: string): boolean => written === TABLE || written.startsWith(`${TABLE}.`);

/** Makes the table where it is missing. */
export function prepareMoments(writer: Connection): void {
  writer.exec(MAKE);
  writer.takeWritten();
}

/** Notes what the open transaction has written. To be called before its commit. */
export function noteMoments(writer: Connection): void {
  const written = writer.takeWritten().filter((one) => !isOwn(one));
  if (written.length > 0) writer.run(GROW, [JSON.stringify(written)]);
  writer.takeWritten();
}

/** Of the data that a statement reads: two transactions in which it is the same text see the same of them. */
export interface Moment {
  readonly text: string;
  /** The part of it that changes with the shape of the data. */
  readonly shape: string;
}

/** Read inside the transaction. */
export function momentOf(connection: Connection, reads: ReadonlySet<string>): Moment {
  const rows = connection.all(READ, [JSON.stringify([EVERYTHING, ...reads])]);
  const shape = rows.find(({ of }) => of === EVERYTHING)?.['n'] ?? 0;
  return { text: rows.map(({ of, n }) => `${String(of)} ${String(n)}`).join('\n'), shape: String(shape) };
}
