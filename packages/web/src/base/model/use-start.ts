import { homePath } from './screen-path.ts';
import { useMe, useModel } from './use-model.ts';

/** The address of the reader's start page, for links that lead there. */
export function useStartPath(): string {
  return homePath(useModel(), useMe());
}
