import type { SampleDataState } from '@ninefold/model';
import type { ServedApplication } from '../specification/served.ts';
import type { CredentialStore } from '../accounts/credential-store.ts';
import type { Clock } from '../clock.ts';
import { Refusal } from '../refusal.ts';
import type { Database } from '../storage/database/database.ts';
import { quoted } from '../storage/sql/names.ts';
import type { TakeAttached } from '../uploads/take-attached.ts';
import { DataRefused } from './rows/data-refused.ts';
import { isLoaded } from './rows/file-states.ts';
import { loadData } from './load-data.ts';

/** The files in `data/demo`, which the first administrator may load before anybody begins to work. */
export interface SampleData {
  state(user: string): Promise<SampleDataState>;
  /**
   * How many records there are of it now. Refuses with `sample_data_closed` where `state` is not `open`, and with
   * `sample_data_refused` where it does not fit what is there; nothing is loaded then.
   */
  load(user: string): Promise<number>;
}

interface Needs {
  readonly application: ServedApplication;
  readonly database: Database;
  readonly credentials: CredentialStore;
  readonly clock: Clock;
  readonly take: TakeAttached | null;
}

export function createSampleData({ application, database, credentials, clock, take }: Needs): SampleData {
  const files = application.data.filter(({ demo }) => demo);
  const state = async (user: string): Promise<SampleDataState> => {
    if (files.length === 0) return 'none';
    const loaded = await Promise.all(files.map((file) => isLoaded(database.read, application.model, file)));
    if (loaded.every(Boolean)) return 'loaded';
    const begun = (await credentials.only()) !== user || (await isAnythingNewerThan(database, application, user));
    return begun ? 'closed' : 'open';
  };
  return {
    state,
    load: async (user) => {
      if ((await state(user)) !== 'open') throw new Refusal('sample_data_closed');
      try {
        const { created, updated } = await loadData(database, application, { demo: true, now: clock(), take });
        return created + updated;
      } catch (error) {
        throw error instanceof DataRefused ? refusalOf(error) : error;
      }
    },
  };
}

/** Whether a record has been made since this user was. */
async function isAnythingNewerThan({ read }: Database, { model }: ServedApplication, user: string): Promise<boolean> {
  const [account] = await read.all('SELECT "created_at" FROM "user" WHERE "id" = ?', [user]);
  const since = account?.['created_at'] ?? null;
  for (const entity of Object.keys(model.entities)) {
    const [newer] = await read.all(`SELECT 1 FROM ${quoted(entity)} WHERE "created_at" > ? LIMIT 1`, [since]);
    if (newer) return true;
  }
  return false;
}

function refusalOf(refused: DataRefused): Refusal {
  const { file = '', row = 0, field = '' } = refused.problems[0] ?? {};
  return new Refusal('sample_data_refused', { params: { file, row, field }, cause: refused });
}
