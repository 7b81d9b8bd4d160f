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
  readonly may: BulkMayAnswer;
}

/** On request the actions that are possible for none of the selected records, each with its reason. */
export function Barred({ entity, actions, may }: BarredProps) {
  const { t } = useTexts();
  const told = useTold();
  const verb = useVerb(entity.id);
  const title = t('bulk.barred', { count: actions.length });
  const fields = changeableFields(entity, useRights());
  return (
    <Popover position="top-end" withinPortal trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon variant="subtle" size={36} aria-label={title} title={title} data-nf-bulk-barred>
          <CircleHelp size={18} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={title}>
        <ul className={styles['barred']} tabIndex={-1} data-autofocus>
          {actions.map((action) => {
            const { reason } = possibleOf(action, may, fields);
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
