import type { AppDispatch } from '../../base/store/store.ts';
import { toFailure, type Failure } from '../../base/store/failure.ts';
import { saveAddress } from '../../kit/page/save-file.ts';
import { fileEndpoints, type AtAddress } from './file-api.ts';

/** What hinders reading a file; null: nothing does. */
export async function hindrance(dispatch: AppDispatch, file: AtAddress): Promise<Failure['code'] | null> {
  const { error } = await dispatch(fileEndpoints.openFile.initiate(file, { track: false }));
  return error === undefined ? null : toFailure(error).code;
}

/** Whether a file whose small picture did not come is not there any more. */
export async function isGone(dispatch: AppDispatch, file: AtAddress): Promise<boolean> {
  const { error } = await dispatch(fileEndpoints.lookAtFile.initiate(file, { track: false }));
  return error !== undefined && toFailure(error).code === 'file_gone';
}

/**
 * Downloads a file once its first byte could be read: of a download the page never hears that there is no connection, that its session
 * has ended, or that the file is not there any more. Gives what hinders it; null: nothing does.
 */
export async function downloadFile(dispatch: AppDispatch, file: AtAddress): Promise<Failure['code'] | null> {
  const code = await hindrance(dispatch, file);
  if (code === null) saveAddress(file.address);
  return code;
}
