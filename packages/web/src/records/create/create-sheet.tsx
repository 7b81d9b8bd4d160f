import { Button, Drawer } from '@mantine/core';
import { useMemo } from 'react';
import type { Entity, RecordValue } from '@ninefold/model';
import { AutosaveNote } from '../../forms/autosave/autosave-note.tsx';
import { useDraftPlace } from '../../forms/autosave/use-draft-place.ts';
import { useAutosave } from '../../forms/autosave/use-autosave.ts';
import { useKeepLate } from '../../forms/autosave/use-keep-late.ts';
import { ActionFailure } from '../../fields/messages/error-banner.tsx';
import { useFillable } from '../../base/model/use-fillable.ts';
import { useRights } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { ComputedValues } from '../../forms/view/computed-values.tsx';
import { creatable, namingField } from './creatable.ts';
import { FieldList } from '../../forms/view/field-list.tsx';
import { DraftSummary, FormFrame } from '../../forms/view/form-frame.tsx';
import createStyles from './create.module.css';
import styles from '../../forms/view/form.module.css';
import { OfferedDraft } from '../../forms/autosave/offered-draft.tsx';
import { beginsWithFirst } from '../../kit/dialogs/begins-with-first.ts';
import { named } from '../../kit/dialogs/named.ts';
import { useBackCloses } from '../../kit/dialogs/use-back-closes.ts';
import { SaveButton } from '../../kit/controls/save-button.tsx';
import { useCreate } from './use-create.ts';
import { Warnings } from '../../forms/view/warnings.tsx';

interface CreateSheetProps {
  readonly entity: Entity;
  /** The text that the user searched for. */
  readonly text: string;
  readonly onCreated: (record: RecordValue) => void;
  readonly onClose: () => void;
}

/** A form for a new record above another form, which keeps its values. A sheet that is closed without saving leaves a draft. */
export function CreateSheet({ entity: read, text, onCreated, onClose }: CreateSheetProps) {
  const entity = useFillable(read);
  const { t, newThing, createVerb } = useTexts();
  const rights = useRights();
  const fields = useMemo(() => creatable(entity, rights), [entity, rights]);
  const initial = useMemo(() => {
    const name = namingField(entity, fields);
    return name === null ? {} : { [name.id]: text };
  }, [entity, fields, text]);
  const { draft, create, lostKey, resume } = useCreate({ entity, fields, sendable: fields, initial });
  const place = useDraftPlace(entity.id, 'new sheet');
  const autosave = useAutosave(draft, place, null, null);
  const keepLate = useKeepLate();
  const save = async (confirm: readonly string[] = []): Promise<void> => {
    const made = await create(confirm);
    if (made === null) {
      autosave.sent(lostKey());
      return;
    }
    autosave.erase();
    keepLate({ ...place, target: made.record.id }, fields, made);
    onCreated(made.record);
  };
  const title = newThing(entity.id, 'heading');
  useBackCloses(true, onClose);
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="min(40rem, 100vw)"
      padding="lg"
      title={title}
      {...named(title)}
      closeButtonProps={{ 'aria-label': t('inputs.sheet_close') }}
    >
      <div ref={beginsWithFirst} className={createStyles['sheet']} data-nf-create-sheet={entity.id}>
        <DraftSummary draft={draft} />
        <OfferedDraft
          draft={draft}
          autosave={autosave}
          place={place}
          changed={() => false}
          onRestore={({ key }) => resume(key ?? null)}
        />
        <FormFrame draft={draft} onSubmit={() => void save()} label={title}>
          <FieldList draft={draft} fields={fields} />
          <ComputedValues draft={draft} entity={entity} />
          <Warnings draft={draft} verb={createVerb(entity.id)} onConfirm={(ids) => void save(ids)} />
          <div className={createStyles['sheetBar']}>
            {draft.failure && <ActionFailure failure={draft.failure} entity={entity.id} onRetry={() => void save()} />}
            <span className={styles['barText']}>
              <AutosaveNote autosave={autosave} />
            </span>
            <Button variant="default" onClick={onClose}>
              {t('form.cancel')}
            </Button>
            <SaveButton busy={draft.busy}>{createVerb(entity.id)}</SaveButton>
          </div>
        </FormFrame>
      </div>
    </Drawer>
  );
}
