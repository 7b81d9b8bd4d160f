import { setTimeout } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import type { Database, Reader, Writer } from '../storage/database/database.ts';
import { FilesAway } from '../storage/database/failure.ts';
import { readMeta, writeMeta } from '../storage/schema/meta.ts';
import type { FileStore } from './file-store.ts';

/*
 * A content may come again while a sweep removes it. The database decides which of both is first: a sweep notes what it is about to
 * remove where no file has that content, and a file notes its content before the store takes it, unless it is about to be removed.
 */

const GOING = 'files_going';
/** A sweep that is older was killed. */
const GIVEN_UP_MS = 15 * 60_000;
/** A sweep begins to remove nothing after this long: what it asked of the store last has ended before it is given up. */
const REMOVING_MS = 5 * 60_000;
/** So often, and so long apart, a file asks whether its content is gone. */
const LOOKS = 50;
const LOOK_MS = 100;

/** What a sweep is about to remove. */
interface Going {
  readonly at: string;
  readonly hashes: readonly string[];
}

async function noted(reader: Reader): Promise<Going | null> {
  const text = await readMeta(reader, GOING);
  return text === null ? null : (JSON.parse(text) as Going); // our own row
}

async function goingNow(reader: Reader, clock: Clock): Promise<readonly string[]> {
  const going = await noted(reader);
  return going !== null && Date.parse(clock()) - Date.parse(going.at) < GIVEN_UP_MS ? going.hashes : [];
}

function note(tx: Writer, going: Going): Promise<void> {
  return writeMeta(tx, GOING, JSON.stringify(going));
}

/** Throws `FilesAway` where a content is being removed. Nothing begins to remove it before the end of a transaction that runs alone. */
export async function refuseGoing(tx: Writer, clock: Clock, hash: string): Promise<void> {
  if ((await goingNow(tx, clock)).includes(hash)) throw new FilesAway('its content is being removed', null);
}

/** Notes which content a file is about to have. Throws `FilesAway` where that is being removed for long. */
export async function noteComing(db: Database, clock: Clock, id: string, hash: string): Promise<void> {
  for (let look = 0; look < LOOKS; look += 1) {
    const isNoted = await db.write(async (tx) => {
      if ((await goingNow(tx, clock)).includes(hash)) return false;
      await tx.run('UPDATE "_file" SET "hash" = ? WHERE "id" = ?', [hash, id]);
      return true;
    }, id);
    if (isNoted) return;
    await setTimeout(LOOK_MS);
  }
  throw new FilesAway('its content is being removed', null);
}

/** Removes those of these contents that no file has. Answers how many. */
export async function removeGoing(
  db: Database,
  clock: Clock,
  store: FileStore,
  hashes: readonly string[],
): Promise<number> {
  const at = clock();
  const going = await db.write(async (tx) => {
    if ((await goingNow(tx, clock)).length > 0) return [];
    const marks = hashes.map(() => '?').join(', ');
    const rows = await tx.all(`SELECT "hash" FROM "_file" WHERE "hash" IN (${marks})`, hashes);
    const needed = new Set(rows.map(({ hash }) => hash));
    const free = hashes.filter((hash) => !needed.has(hash));
    if (free.length > 0) await note(tx, { at, hashes: free });
    return free;
  }, GOING);
  let gone = 0;
  for (const hash of going) {
    if (Date.parse(clock()) - Date.parse(at) > REMOVING_MS) break;
    await store.remove(hash);
    gone += 1;
  }
  if (going.length > 0)
    await db.write(async (tx) => {
      if ((await noted(tx))?.at === at) await note(tx, { at, hashes: [] });
    }, GOING);
  return gone;
}
