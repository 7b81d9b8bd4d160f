import { mayPass } from '../../base/store/failure.ts';

/** Whether the same action may succeed later for the record: the server failed or was busy, or somebody was faster. State, rights and values stay what they are. */
export function mayPassLater({ status, code }: { readonly status: number; readonly code: string }): boolean {
  return mayPass({ status }) || code === 'changed_meanwhile';
}
