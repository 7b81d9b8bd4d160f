import { use, useEffect, useRef, useState } from 'react';
import type { Guard } from './guarded-history.ts';
import { HistoryContext } from './guarded-router.tsx';

/** Who is held up, and what they may choose. */
export interface Leave {
  readonly isHeldUp: boolean;
  readonly stay: () => void;
  readonly leave: () => void;
  /** Saves all that is unsaved on the page, and leaves where all of it was saved. */
  readonly saveAll: () => Promise<void>;
  /** Discards all that is unsaved on the page, and leaves. */
  readonly discardAll: () => void;
}

/** Holds the reader up before they leave for another path, while `when` holds. */
export function useLeave(when: boolean, { save, discard }: Pick<Guard, 'save' | 'discard'>): Leave {
  const history = use(HistoryContext);
  const [goOn, setGoOn] = useState<(() => void) | null>(null);
  const latest = useRef({ save, discard });
  useEffect(() => void (latest.current = { save, discard }));
  useEffect(() => {
    if (!when || history === null) return undefined;
    return history.guard({
      ask: (next) => setGoOn(() => next),
      save: () => latest.current.save(),
      discard: () => latest.current.discard(),
    });
  }, [history, when]);
  const stay = (): void => setGoOn(null);
  const leave = (): void => {
    stay();
    goOn?.();
  };
  const guards = history?.guards ?? new Set<Guard>();
  return {
    isHeldUp: goOn !== null,
    stay,
    leave,
    saveAll: async () => ((await saveEach(guards)) ? leave() : stay()),
    discardAll: () => {
      [...guards].forEach((guard) => guard.discard());
      leave();
    },
  };
}

/** Saves what every guard has, one after the other. False: one could not, and those behind it were not tried. */
export async function saveEach(guards: Iterable<Guard>): Promise<boolean> {
  for (const guard of [...guards]) if (!(await guard.save())) return false;
  return true;
}
