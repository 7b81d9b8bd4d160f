import { useCallback } from 'react';
import type { Entity, Field, RecordValue, Transition } from '@ninefold/model';
import { askedFields } from './primary.ts';
import { pressBeforeLast } from '../approvals/press-count.ts';
import { useApprovals } from '../approvals/use-approvals.ts';

/** The fields of a record that the dialog of a step asks for. An approval before the last asks for none, since it changes nothing. */
export function useAskedFields(
  entity: Entity,
  record: RecordValue,
  editable: ReadonlySet<string>,
): (transition: Transition) => readonly Field[] {
  const approvals = useApprovals(entity, record);
  return useCallback(
    (transition) =>
      pressBeforeLast(approvals, transition.id) === null ? askedFields(entity, transition, editable) : [],
    [approvals, entity, editable],
  );
}
