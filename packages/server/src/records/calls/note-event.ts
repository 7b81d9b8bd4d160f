import type { HistoryEntry, SubscribedEvent } from '@ninefold/model';
import type { Writer } from '../../storage/database/database.ts';
import { createOrderedIds } from '../../uuid.ts';
import { NOTE_EVENT, NOTE_TURNED } from './subscription-rows.ts';

/** What a write has done to a record. */
export interface Happened {
  readonly entity: string;
  readonly record: string;
  readonly at: string;
  readonly kind: HistoryEntry['kind'];
  readonly transition: string | null;
  /** Names of fields, with `state` where it moved. */
  readonly changed: readonly string[];
  readonly version: number;
}

/** Presses and what a refusal leaves are between people and the application until the transition fires. */
const TOLD: Readonly<Partial<Record<HistoryEntry['kind'], SubscribedEvent>>> = {
  create: 'created',
  update: 'changed',
  transition: 'changed',
  refuse: 'changed',
  delete: 'deleted',
  restore: 'restored',
};

/** What happens in one moment is told in the order in which it is noted. */
const orderedId = createOrderedIds();

/** Notes what happened to a record, in the transaction in which it happens, where a program wants to be told of its entity. */
export function noteEvent(tx: Writer, { entity, record, at, kind, transition, changed, version }: Happened): void {
  const told = TOLD[kind];
  if (told === undefined) return;
  const fired = kind === 'transition' ? transition : null;
  tx.later(NOTE_EVENT, [
    ...[orderedId(at), entity, record, at, told, fired, JSON.stringify(changed), String(version), null],
    entity,
  ]);
}

/** Notes that a write has turned the condition of a subscription, in the transaction of the write. */
export function noteTurned(
  tx: Writer,
  subscription: string,
  { entity, record, at, version }: Pick<Happened, 'entity' | 'record' | 'at' | 'version'>,
): void {
  tx.later(NOTE_TURNED, [
    ...[orderedId(at), entity, record, at, 'turned', null, '[]', String(version), subscription],
    subscription,
  ]);
}
