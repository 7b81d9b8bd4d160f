import type { AppDispatch } from '../../base/store/store.ts';
import { recordEndpoints } from '../../base/calls/record-api.ts';
import { toFailure, type Failure } from '../../base/store/failure.ts';
import { saveAddress } from '../../kit/page/save-file.ts';

/** What hinders reading files of a record; null: nothing that the page could say. `address` is where the content is read. */
export async function hindrance(dispatch: AppDispatch, address: string): Promise<Failure['code'] | null> {
  const [, , entity = '', id = ''] = address.split('/');
  const asked = { entity, query: `f.id=eq:${id}&size=1&total=none` };
  const { error } = await dispatch(recordEndpoints.list.initiate(asked, { subscribe: false, forceRefetch: true }));
  return error === undefined ? null : toFailure(error).code;
}

/**
 * Downloads a file once its record could be read: of a download the page never hears that there is no connection, or that its session
 * has ended. Gives what hinders it; null: nothing does.
 */
export async function downloadFile(dispatch: AppDispatch, address: string): Promise<Failure['code'] | null> {
  const code = await hindrance(dispatch, address);
  if (code === null) saveAddress(address);
  return code;
}
