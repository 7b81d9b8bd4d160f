import { useCallback, useMemo, useRef, useState } from 'react';
import type { RecordValue } from '@ninefold/model';

/** What is selected of a list. */
export interface Selection {
  /** Records of this page, in the order of the page. */
  readonly records: readonly RecordValue[];
  /** The whole list is selected, not only this page. Records that join the list later belong to it. */
  readonly whole: boolean;
  /** Records that were selected by their ids, wherever in the list they stand; null: those of this page are. */
  readonly named: readonly string[] | null;
  has(id: string): boolean;
  toggle(id: string): void;
  /** The same for all records from the one that was toggled last, else the first of the page, to this one: they become what this one becomes. */
  toggleTo(id: string): void;
  /** Every record of the page, or none where all are. */
  togglePage(): void;
  selectWhole(): void;
  /** These records alone, until page or filter change. */
  selectNamed(ids: readonly string[]): void;
  clear(): void;
}

interface Held {
  readonly of: string;
  readonly ids: ReadonlySet<string>;
  readonly whole: boolean;
  readonly named: boolean;
}

const NONE: ReadonlySet<string> = new Set();

/** The selection on one page of a list. `of` identifies page and filter; the selection is empty when it changes. */
export function useSelection(of: string, items: readonly RecordValue[]): Selection {
  const [held, setHeld] = useState<Held>({ of, ids: NONE, whole: false, named: false });
  const whole = held.of === of && held.whole && items.length > 0;
  const ids = useMemo(() => {
    if (whole) return new Set(items.map(({ id }) => id));
    return held.of === of ? held.ids : NONE;
  }, [held, of, whole, items]);
  const records = useMemo(() => items.filter(({ id }) => ids.has(id)), [items, ids]);
  const hold = useCallback(
    (next: ReadonlySet<string>, how: { readonly whole?: boolean; readonly named?: boolean } = {}): void =>
      setHeld({ of, ids: next, whole: false, named: false, ...how }),
    [of],
  );
  const isNamed = held.of === of && held.named && ids.size > 0;
  const named = useMemo(() => (isNamed ? [...ids] : null), [isNamed, ids]);
  const keep = { named: isNamed };
  const last = useRef<string | null>(null);
  const toggle = (to: string, from: string): void => {
    hold(toggledRange(ids, { items, from, to }), keep);
    last.current = to;
  };
  return {
    records,
    whole,
    named,
    has: (id) => ids.has(id),
    toggle: (id) => toggle(id, id),
    toggleTo: (id) => toggle(id, anchorOf(items, last.current)),
    togglePage: () => hold(records.length === items.length ? NONE : new Set(items.map(({ id }) => id))),
    selectWhole: () => hold(NONE, { whole: true }),
    selectNamed: (next) => hold(new Set(next), { named: true }),
    clear: () => hold(NONE),
  };
}

/** Where a range begins: at the record that was toggled last, at the first one where none on this page was. */
export function anchorOf(items: readonly Pick<RecordValue, 'id'>[], last: string | null): string {
  return items.find(({ id }) => id === last)?.id ?? items[0]?.id ?? '';
}

/** A selection after the records from one to another, in either direction, have become what the last one becomes. */
export function toggledRange(
  ids: ReadonlySet<string>,
  range: { readonly items: readonly Pick<RecordValue, 'id'>[]; readonly from: string; readonly to: string },
): ReadonlySet<string> {
  const { items, from, to } = range;
  const [one = -1, other = -1] = [from, to].map((id) => items.findIndex((item) => item.id === id));
  const isKnown = one >= 0 && other >= 0;
  const between = isKnown ? items.slice(Math.min(one, other), Math.max(one, other) + 1).map(({ id }) => id) : [to];
  return ids.has(to) ? new Set([...ids].filter((id) => !between.includes(id))) : new Set([...ids, ...between]);
}
