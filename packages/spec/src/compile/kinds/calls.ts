import type { CallKind } from '@ninefold/model';

/** A kind of calls: whose keys its calls have, and whether the running version leaves it for later. */
interface Kind {
  readonly keys: 'outCall' | 'inCall';
  readonly later: boolean;
}

export const CALLS: Readonly<Record<CallKind, Kind>> = {
  out: { keys: 'outCall', later: false },
  in: { keys: 'inCall', later: false },
};

const ALL = Object.keys(CALLS) as readonly CallKind[]; // the keys of the table

export const CALL_KINDS: readonly CallKind[] = ALL.filter((kind) => !CALLS[kind].later);
export const LATER_CALL_KINDS: readonly CallKind[] = ALL.filter((kind) => CALLS[kind].later);
