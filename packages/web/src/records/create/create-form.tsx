import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { type FormScreen, type RecordValue, screenPath } from '@ninefold/model';
import { AutosaveNote } from '../../forms/autosave/autosave-note.tsx';
import { useDraftPlace } from '../../forms/autosave/use-draft-place.ts';
import { useAutosave, type Autosave } from '../../forms/autosave/use-autosave.ts';
import { useKeepLate } from '../../forms/autosave/use-keep-late.ts';
import { Page } from '../../kit/page/page.tsx';
import { ActionFailure } from '../../fields/messages/error-banner.tsx';
import { useModel } from '../../base/model/use-model.ts';
import { pathAfter } from '../../base/model/screen-path.ts';
import { FormSections } from '../../forms/sections/form-sections.tsx';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { ComputedValues } from '../../forms/view/computed-values.tsx';
import { CreatedNotice, type Created } from './created-notice.tsx';
import { useFirstField } from './use-first-field.ts';
import { DraftSummary, FormFrame } from '../../forms/view/form-frame.tsx';
import createStyles from './create.module.css';
import styles from '../../forms/view/form.module.css';
import { LeaveGuard } from '../../forms/view/leave-guard.tsx';
import { OfferedDraft } from '../../forms/autosave/offered-draft.tsx';
import { SaveButton } from '../../kit/controls/save-button.tsx';
import { useCreate, type CreateSource } from './use-create.ts';
import type { Draft } from '../../forms/draft/use-draft.ts';
import { Warnings } from '../../forms/view/warnings.tsx';

/** The address to go to after the record is created. */
type After = 'record' | 'another' | 'elsewhere';

interface FormSource extends CreateSource {
  readonly screen: FormScreen;
}

export function CreateForm({ screen, ...source }: FormSource) {
  const { entity, fields } = source;
  const texts = useTexts();
  const { t } = texts;
  const model = useModel();
  const navigate = useNavigate();
  const { draft, arrived, resume, place, autosave, after, another, saved, send } = useSending({ screen, ...source });
  const box = useRef<HTMLDivElement>(null);
  useFirstField(box);
  const back = screenPath(model, entity.id, 'list') ?? '/';
  const title = screen.written ? texts.screen(screen) : texts.newThing(entity.id, 'heading');
  return (
    <Page
      title={title}
      screen={screen}
      titlePrefix={draft.summary.length > 0 ? t('form.error_prefix') : undefined}
      breadcrumb={[{ text: texts.entityMany(entity.id), to: back }, { text: title }]}
      summary={<DraftSummary draft={draft} />}
      busy={draft.busy}
    >
      <div ref={box} className={createStyles['form']} data-nf-entity={entity.id}>
        <OfferedDraft
          draft={draft}
          autosave={autosave}
          place={place}
          changed={() => false}
          onRestore={({ key }) => resume(key ?? null)}
        />
        <CreatedNotice entity={entity.id} created={arrived ?? another} />
        <FormFrame draft={draft} onSubmit={() => void send('record')} label={title}>
          <FormSections draft={draft} screen={screen} fields={fields} />
          <ComputedValues draft={draft} entity={entity} />
          <Warnings
            draft={draft}
            verb={texts.createVerb(entity.id)}
            onConfirm={(ids) => void send(after.current, ids)}
          />
          <CreateBar
            draft={draft}
            autosave={autosave}
            onRetry={() => void send(after.current)}
            onAnother={() => void send('another')}
            onCancel={() => void navigate(back)}
          />
        </FormFrame>
      </div>
      <LeaveGuard
        when={draft.changed.length > 0 && saved === null}
        onSave={() => send('elsewhere')}
        onDiscard={autosave.erase}
        verb={texts.createVerb(entity.id)}
        isKept={autosave.storedAt !== null}
      />
    </Page>
  );
}

/** Sends the form, keeps what is typed meanwhile, and goes to where the form leads. */
function useSending({ screen, ...source }: FormSource) {
  const { entity } = source;
  const model = useModel();
  const navigate = useNavigate();
  const { draft, create, arrived, lostKey, resume, restart } = useCreate(source);
  const place = useDraftPlace(entity.id, `new ${screen.id}`);
  const autosave = useAutosave(draft, place, null, null);
  const keepLate = useKeepLate();
  const after = useRef<After>('record');
  const [saved, setSaved] = useState<RecordValue | null>(null);
  const [another, setAnother] = useState<Created | null>(null);
  useEffect(() => {
    if (saved) void navigate(pathAfter(model, screen, saved.id), { state: { nfSaved: 'created' }, replace: true });
  }, [saved, model, screen, navigate]);
  const send = async (next: After, confirm: readonly string[] = []): Promise<boolean> => {
    after.current = next;
    const made = await create(confirm);
    if (made === null) {
      autosave.sent(lostKey());
      return false;
    }
    const { record, values } = made;
    autosave.erase();
    if (after.current === 'record') {
      keepLate({ ...place, target: record.id }, draft.plan.fields, made);
      setSaved(record);
    } else {
      restart();
      draft.fill(values);
    }
    setAnother(after.current === 'another' ? { record, at: new Date().toISOString() } : null);
    return true;
  };
  return { draft, arrived, resume, place, autosave, after, another, saved, send };
}

interface CreateBarProps {
  readonly draft: Draft;
  readonly autosave: Autosave;
  readonly onRetry: () => void;
  readonly onAnother: () => void;
  readonly onCancel: () => void;
}

function CreateBar({ draft, autosave, onRetry, onAnother, onCancel }: CreateBarProps) {
  const { t, createVerb } = useTexts();
  return (
    <div className={styles['bar']}>
      {draft.failure && <ActionFailure failure={draft.failure} entity={draft.plan.entity} onRetry={onRetry} />}
      <SaveButton busy={draft.busy}>{createVerb(draft.plan.entity)}</SaveButton>
      <Button variant="default" onClick={onAnother} data-nf-save-another>
        {t('form.save_another')}
      </Button>
      <Button variant="default" onClick={onCancel} data-nf-cancel>
        {t('form.cancel')}
      </Button>
      <span className={styles['barText']}>
        <AutosaveNote autosave={autosave} />
      </span>
    </div>
  );
}
