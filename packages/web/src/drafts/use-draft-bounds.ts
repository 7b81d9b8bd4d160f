import { useMemo } from 'react';
import { useLimit } from '../model/use-model.ts';
import type { DraftBounds } from './draft-store.ts';

/** How much the limits of the application let the browser keep. */
export function useDraftBounds(): DraftBounds {
  const days = useLimit('draft_days');
  const count = useLimit('draft_count');
  const bytes = useLimit('draft_bytes');
  return useMemo(() => ({ days, count, bytes }), [days, count, bytes]);
}
