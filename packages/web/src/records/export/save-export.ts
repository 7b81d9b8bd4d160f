import type { AppDispatch } from '../../base/store/store.ts';
import { recordEndpoints } from '../../base/calls/record-api.ts';
import { failureOf, toFailure, type Failure } from '../../base/store/failure.ts';
import { saveAddress, saveFile } from '../../kit/page/save-file.ts';
import { nameIn } from './attachment.ts';
import type { ExportChoice } from './export-query.ts';

interface Wanted {
  readonly entity: string;
  readonly format: ExportChoice['format'];
  /** Where the file is downloaded from. */
  readonly address: string;
}

/**
 * Downloads records as a file, and gives what failed. One of them is asked for first: of a download the page never hears that there is no
 * connection, or that its session has ended. A sheet is fetched by script, because the server refuses too many rows.
 */
export async function saveExport(dispatch: AppDispatch, { entity, format, address }: Wanted): Promise<Failure | null> {
  const { error } = await dispatch(
    recordEndpoints.list.initiate({ entity, query: 'size=1' }, { subscribe: false, forceRefetch: true }),
  );
  if (error !== undefined) return toFailure(error);
  if (format !== 'xlsx') {
    saveAddress(address);
    return null;
  }
  const answer = await fetch(address, { headers: { accept: '*/*' } }).catch(() => null);
  if (answer?.ok !== true) return failureOf(answer?.status ?? 0, await readJson(answer), navigator.onLine);
  saveFile(await answer.blob(), nameIn(answer) ?? `${entity}.xlsx`);
  return null;
}

async function readJson(answer: Response | null): Promise<unknown> {
  try {
    return await answer?.json();
  } catch {
    return null;
  }
}
