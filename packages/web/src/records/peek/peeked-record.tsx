import { useEffect, useState } from 'react';
import type { Entity, RecordScreen, RecordValue } from '@ninefold/model';
import { useMe } from '../../base/model/use-model.ts';
import { FieldView } from '../../fields/cells/field-view.tsx';
import { StateBadge } from '../../fields/cells/state-badge.tsx';
import { firedNow, RecordNotice, useSaved } from '../editing/saved-notice.tsx';
import { usePermissions } from '../editing/use-permissions.ts';
import { shownTransitions } from '../lifecycle/primary.ts';
import { TransitionBar } from '../lifecycle/transition-bar.tsx';
import { useOfferUndo } from '../lifecycle/use-offer-undo.ts';
import { ReadMiddle, useRead } from '../reading/read-record.tsx';
import styles from './peek.module.css';

/** By then a sheet that has been opened has the focus. */
const SETTLED_MS = 100;

interface PeekedRecordProps {
  readonly screen: RecordScreen;
  readonly entity: Entity;
  readonly record: RecordValue;
  /** Whether the focus is wanted on its steps, and what is called when it is there. */
  readonly toSteps: boolean;
  readonly onSteps: () => void;
}

/** What a record says, and the steps that it can take now. Everything else is on its page. */
export function PeekedRecord({ screen, entity, record, toSteps, onSteps }: PeekedRecordProps) {
  const { middle, rail } = useRead({ screen, entity, record }, false);
  return (
    <div className={styles['record']} data-nf-peeked={record.id}>
      {record.state !== undefined && (
        <div>
          <StateBadge entity={entity.id} state={record.state} />
        </div>
      )}
      <Steps {...{ entity, record, toSteps, onSteps }} />
      <div className={styles['values']}>
        {rail.flatMap(({ fields }) =>
          fields
            .filter(({ id }) => id !== 'state')
            .map((field) => <FieldView key={field.id} entity={entity.id} field={field} record={record} />),
        )}
      </div>
      <ReadMiddle screen={screen} entity={entity} record={record} sections={middle} />
    </div>
  );
}

function Steps({ entity, record, toSteps, onSteps }: Omit<PeekedRecordProps, 'screen'>) {
  const me = useMe();
  const { transitions, editable, checking } = usePermissions(entity, record);
  const [buttons, setButtons] = useState<HTMLElement | null>(null);
  const [saved, setSaved] = useSaved(record.id, null);
  const offerUndo = useOfferUndo(entity, record);
  useEffect(() => {
    if (!toSteps || checking || buttons === null) return undefined;
    // After the sheet, which takes the focus when it opens.
    const later = setTimeout(() => {
      const [first = null] = ['[data-nf-forward]', '[data-nf-transition]'].flatMap(
        (button) => buttons.querySelector<HTMLElement>(button) ?? [],
      );
      first?.focus();
      onSteps();
    }, SETTLED_MS);
    return () => clearTimeout(later);
  }, [toSteps, checking, buttons, onSteps]);
  return (
    <>
      <div ref={setButtons} />
      <TransitionBar
        entity={entity}
        record={record}
        shown={shownTransitions(entity, record, transitions, me.id)}
        editable={editable}
        checking={checking}
        history={null}
        place={buttons}
        onDone={(transition, changed) => {
          setSaved(firedNow(transition, changed));
          void offerUndo(transition, changed);
        }}
      />
      <RecordNotice entity={entity} record={record} saved={saved} />
    </>
  );
}
