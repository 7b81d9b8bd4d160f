import { scopeAt } from '@ninefold/model';
import type { ServedApplication } from '../specification/served.ts';
import { withRows } from '../specification/served.ts';
import type { Reader } from '../storage/database/database.ts';
import type { DataConflict } from './rows/data-conflict.ts';
import { openBareDirectory, openDirectory } from './rows/directory.ts';
import { eventsOf } from './rows/events.ts';
import { rowsByFile, type FileRows } from './rows/file-rows.ts';
import { type File, fileStates, wasLoaded, withPartners } from './rows/file-states.ts';
import { matchSeeds } from './rows/match-seeds.ts';
import { pendingRenamings } from '../storage/migration/plan.ts';
import { formerNames } from './rows/former-names.ts';
import { rememberedRows } from './rows/remembered-rows.ts';
import { judgeSeeds } from './rows/row-verdicts.ts';
import { seedsOf } from './rows/seeds.ts';

/** What a start would load. */
export interface DataPreview {
  readonly files: readonly FileRows[];
  readonly conflicts: readonly DataConflict[];
}

/**
 * What a start would load of the data files; of those in `data/demo`, where they were loaded before. `fits`: the tables
 * have the shape of the model; where they have not, stored values are not compared. Reads only.
 */
export async function previewDataFiles(
  reader: Reader,
  { model, data, former }: ServedApplication,
  { now, fits }: { readonly now: string; readonly fits: boolean },
): Promise<DataPreview> {
  const files: File[] = [];
  for (const file of data) if (!file.demo || (await wasLoaded(reader, file))) files.push(file);
  const states = await fileStates(reader, model, files);
  if (states.open.length === 0) return { files: [], conflicts: [] };
  const read = await withRows(withPartners(files, states.open));
  const context = { model, dialect: reader.dialect };
  const scope = scopeAt(model, now);
  const names = formerNames(fits ? [] : await pendingRenamings(reader, model, former));
  const directory = await (fits ? openDirectory(reader, context, scope) : openBareDirectory(reader, context, names));
  const rows = await rememberedRows(reader, new Set(read.map(({ entity }) => entity)), names);
  const events = eventsOf(model.entities, read, scope);
  const stored = { reader, directory, events, rows, stateOf: states.of, storedAs: names.entityBefore };
  const matched = await matchSeeds(stored, seedsOf(model.entities, read, scope));
  const judged = await judgeSeeds(stored, matched, { values: fits ? { context, scope } : null, now });
  return {
    files: rowsByFile(judged),
    conflicts: judged.flatMap(({ conflict }) => conflict ?? []),
  };
}
