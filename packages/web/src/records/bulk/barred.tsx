import { ActionIcon, Popover } from '@mantine/core';
import { CircleHelp } from 'lucide-react';
import type { BulkMayAnswer, Entity } from '@ninefold/model';
import { useRights } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { useTold } from '../../fields/messages/use-told.ts';
import { type BulkAction, changeableFields, keyOf, possibleOf, useVerb } from './actions.ts';
import styles from './bulk.module.css';

interface BarredProps {
  readonly entity: Entity;
  readonly actions: readonly BulkAction[];
  readonly may: BulkMayAnswer | undefined;
  readonly opened: boolean;
  readonly onOpened: (opened: boolean) => void;
}

/**
 * On request the actions that are possible for none of the selected records, each with its reason. Its button has a place
 * also where there are none, so that none of the others moves.
 */
export function Barred({ entity, actions, may, opened, onOpened }: BarredProps) {
  const { t } = useTexts();
  const told = useTold();
  const verb = useVerb(entity.id);
  const title = t('bulk.barred', { count: actions.length });
  const fields = changeableFields(entity, useRights());
  const isAny = may !== undefined && actions.length > 0;
  return (
    <Popover position="top-end" withinPortal trapFocus returnFocus opened={opened && isAny} onChange={onOpened}>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          size={36}
          aria-label={title}
          title={title}
          className={isAny ? undefined : styles['gone']}
          onClick={() => onOpened(!opened)}
          data-nf-bulk-barred={isAny || undefined}
        >
          <CircleHelp size={18} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={title}>
        <ul className={styles['barred']} tabIndex={-1} data-autofocus>
          {actions.map((action) => {
            const reason = may === undefined ? null : possibleOf(action, may, fields).reason;
            return (
              <li key={keyOf(action)} data-nf-bulk-barred-action={keyOf(action)}>
                <strong>{verb(action)}</strong>{' '}
                {reason === null ? t('bulk.not_for_you') : told.text(reason, { entity: entity.id })}
              </li>
            );
          })}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}
