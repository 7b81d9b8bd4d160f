import type { Draft } from '../draft/use-draft.ts';

/** Closes a dialog, unless it is being sent: what then fails, and what is typed meanwhile, is said in it. */
export function unlessBusy({ busy }: Draft, close: () => void): void {
  if (!busy) close();
}
