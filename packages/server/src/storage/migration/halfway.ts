import { setTimeout as pause } from 'node:timers/promises';
import { StartFailure } from '../../start-failure.ts';
import type { LoneWriter, Reader, Writer } from '../database/database.ts';
import { readMeta, writeFingerprint, writeMeta } from '../schema/meta.ts';
import { readFingerprint } from './fingerprint.ts';
import { carryOut } from './plan.ts';
import type { Planned } from './changes/change.ts';

/** Runs a part of a migration: in a transaction of its own, or in that of all the rest. */
export type Apart = LoneWriter['apart'];

/** What the first stage of a migration has changed, as it is remembered until the last one is committed. */
interface Halfway {
  /** The names and definitions of before, in the words of the database. */
  readonly shape: string;
  readonly fingerprint: string | null;
}

const KEY = 'halfway';

/** No server writes while a migration is between its stages, nor after one that was interrupted. */
const NOBODY = 'halfway';

/**
 * Does the quick stage. A database that keeps readers waiting meanwhile does it in a transaction of its own, and remembers what was
 * before: what is interrupted later is taken back from that.
 */
export async function beginMigration(reader: Reader, apart: Apart, planned: Planned): Promise<void> {
  const quick = async (tx: Writer): Promise<void> => {
    const { halfway } = tx.dialect.schema;
    await halfway?.lock(tx);
    const before = halfway === null ? null : await halfway.note(tx);
    const fingerprint = await readFingerprint(tx);
    await carryOut(tx, planned, 'quick');
    if (halfway === null || before === null) return;
    const noted: Halfway = { shape: await halfway.added(tx, before), fingerprint };
    await writeMeta(tx, KEY, JSON.stringify(noted));
    await writeFingerprint(tx, NOBODY);
  };
  await withPauses(reader, () => apart(quick));
}

/** Ends what `beginMigration` has begun. */
export async function endMigration(tx: Writer): Promise<void> {
  await tx.run('DELETE FROM "_meta" WHERE "key" = ?', [KEY]);
}

/** The fingerprint from before a migration that has begun. */
export async function fingerprintBefore(reader: Reader): Promise<string | null> {
  const noted = await readHalfway(reader);
  return noted === null ? readFingerprint(reader) : noted.fingerprint;
}

/** Takes back the quick stage of a migration that did not come to its end; nothing where there is none. */
export async function takeBack(reader: Reader, apart: Apart): Promise<void> {
  const noted = await readHalfway(reader);
  if (noted === null) return;
  const undo = async (tx: Writer): Promise<void> => {
    await tx.dialect.schema.halfway?.lock(tx);
    await tx.dialect.schema.halfway?.undo(tx, noted.shape);
    await endMigration(tx);
    if (noted.fingerprint === null) await tx.run(`DELETE FROM "_meta" WHERE "key" = 'fingerprint'`, []);
    else await writeFingerprint(tx, noted.fingerprint);
  };
  await withPauses(reader, () => apart(undo));
}

/** Throws where a migration was interrupted: what is stored is neither as before nor as after. */
export async function refuseHalfway(reader: Reader): Promise<void> {
  if ((await readHalfway(reader)) !== null) throw new StartFailure('interrupted_migration');
}

async function readHalfway(reader: Reader): Promise<Halfway | null> {
  const text = await readMeta(reader, KEY);
  return text === null ? null : (JSON.parse(text) as Halfway); // written by `beginMigration`
}

const MOST_TRIES = 300;
const PAUSE_MS = 200;

/** Waits until no reader is in the way of `work`. Readers that come meanwhile wait for a moment only: it gives up, and tries again. */
async function withPauses({ dialect }: Reader, work: () => Promise<void>): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work();
    } catch (cause) {
      if (tried >= MOST_TRIES || dialect.violation(cause)?.kind !== 'busy') throw cause;
      await pause(PAUSE_MS);
    }
  }
}

/** Waits inside a transaction until no reader is in the way of what is removed. */
export async function waitForReaders(tx: Writer): Promise<void> {
  const { halfway } = tx.dialect.schema;
  if (halfway !== null) await withPauses(tx, () => tx.savepoint(() => halfway.lock(tx)));
}
