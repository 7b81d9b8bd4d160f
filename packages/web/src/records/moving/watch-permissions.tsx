import { useEffect } from 'react';
import type { Entity, RecordValue } from '@ninefold/model';
import { usePermissions, type RecordPermissions } from '../editing/use-permissions.ts';

interface WatchPermissionsProps {
  readonly entity: Entity;
  readonly record: RecordValue;
  readonly onKnown: (permissions: RecordPermissions) => void;
}

/** Finds out what this person may do with the one card that is about to move. Draws nothing. */
export function WatchPermissions({ entity, record, onKnown }: WatchPermissionsProps) {
  const permissions = usePermissions(entity, record);
  const { checking, transitions, editable } = permissions;
  useEffect(() => {
    if (!checking) onKnown(permissions);
    // oxlint-disable-next-line react/exhaustive-deps -- the parts decide, and their holder is new at each render
  }, [checking, transitions, editable]);
  return null;
}
