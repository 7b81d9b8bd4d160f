import { Button, Drawer } from '@mantine/core';
import { useMemo } from 'react';
import type { Entity, RecordValue } from '@ninefold/model';
import { KeptNote } from '../drafts/kept-note.tsx';
import { useDraftPlace } from '../drafts/use-draft-place.ts';
import { useKeeper } from '../drafts/use-keeper.ts';
import { ErrorBanner } from '../messages/error-banner.tsx';
import { useRights } from '../model/use-model.ts';
import { useTexts } from '../texts/use-texts.ts';
import { ComputedValues } from './computed-values.tsx';
import { creatable, namingField } from './creatable.ts';
import { FieldList } from './field-list.tsx';
import { DraftSummary, FormFrame } from './form-frame.tsx';
import styles from './form.module.css';
import { OfferedDraft } from './offered-draft.tsx';
import { SaveButton } from './save-button.tsx';
import { useCreate } from './use-create.ts';
import { Warnings } from './warnings.tsx';

interface CreateSheetProps {
  readonly entity: Entity;
  /** The name it was looked for by. */
  readonly text: string;
  readonly onCreated: (record: RecordValue) => void;
  readonly onClose: () => void;
}

/** A form for a new record over the form that wants it, which stays as it is. Closed unsaved, it stays a draft. */
export function CreateSheet({ entity, text, onCreated, onClose }: CreateSheetProps) {
  const { t, entity: nameOf } = useTexts();
  const rights = useRights();
  const fields = useMemo(() => creatable(entity, rights), [entity, rights]);
  const initial = useMemo(() => {
    const name = namingField(entity, fields);
    return name === null ? {} : { [name.id]: text };
  }, [entity, fields, text]);
  const { draft, create } = useCreate({ entity, fields, sendable: fields, initial });
  const place = useDraftPlace(entity.id, 'new sheet');
  const keeper = useKeeper(draft, place, null, null);
  const save = async (confirm: readonly string[] = []): Promise<void> => {
    const record = await create(confirm);
    if (record === null) return;
    keeper.erase();
    onCreated(record);
  };
  const title = t('inputs.sheet', { entity: nameOf(entity.id) });
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="min(40rem, 100vw)"
      padding="lg"
      title={title}
      closeButtonProps={{ 'aria-label': t('inputs.sheet_close') }}
    >
      <div className={styles['sheet']} data-nf-create-sheet={entity.id}>
        <DraftSummary draft={draft} />
        <OfferedDraft draft={draft} keeper={keeper} place={place} changed={() => false} />
        <FormFrame draft={draft} onSubmit={() => void save()} label={title}>
          <FieldList draft={draft} place={{ entity: entity.id }} fields={fields} />
          <ComputedValues draft={draft} entity={entity} />
          <Warnings draft={draft} verb={t('form.save')} onConfirm={(ids) => void save(ids)} />
          {draft.failure && <ErrorBanner failure={draft.failure} entity={entity.id} onRetry={() => void save()} />}
          <div className={styles['sheetBar']}>
            <span className={styles['barText']}>
              <KeptNote keeper={keeper} />
            </span>
            <Button variant="default" onClick={onClose}>
              {t('form.cancel')}
            </Button>
            <SaveButton busy={draft.busy}>{t('form.save')}</SaveButton>
          </div>
        </FormFrame>
      </div>
    </Drawer>
  );
}
