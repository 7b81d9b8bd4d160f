import type { Field, RecordValue } from '@ninefold/model';
import { randomId } from '../../base/store/random-id.ts';
import type { Values } from '../draft/use-draft.ts';
import { storeDraft, type DraftPlace } from './draft-store.ts';
import { toDraftValues } from './draft-values.ts';
import { useDraftBounds } from './use-draft-place.ts';

/** A record that was saved, and what was typed on while it was. */
export interface Late {
  readonly record: RecordValue;
  readonly values: Values;
}

/** Keeps what was typed while a form was being saved, as a draft of the record: the form closes with the answer. */
export function useKeepLate(): (place: DraftPlace, fields: readonly Field[], late: Late) => void {
  const bounds = useDraftBounds();
  return (place, fields, { record, values }) => {
    const typed = fields.filter(({ id }) => Object.hasOwn(values, id));
    if (typed.length === 0) return;
    const at = new Date();
    const draft = {
      slot: randomId(),
      at: at.toISOString(),
      version: record.version,
      values: toDraftValues(typed, values),
      stored: toDraftValues(typed, Object.fromEntries(typed.map(({ id }) => [id, record[id] ?? null]))),
    };
    storeDraft(localStorage, draft, { place, bounds, now: at.getTime() });
  };
}
