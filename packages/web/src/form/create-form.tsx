import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { FormScreen, Model, RecordValue } from '@ninefold/model';
import { KeptNote } from '../drafts/kept-note.tsx';
import { useDraftPlace } from '../drafts/use-draft-place.ts';
import { useKeeper, type Keeper } from '../drafts/use-keeper.ts';
import { Page } from '../frame/page.tsx';
import { ErrorBanner } from '../messages/error-banner.tsx';
import { useModel } from '../model/use-model.ts';
import { fillPath, screenPath } from '../routes/screen-path.ts';
import { FormSections } from '../sections/form-sections.tsx';
import { useTexts } from '../texts/use-texts.ts';
import { ComputedValues } from './computed-values.tsx';
import { CreatedNotice, type Created } from './created-notice.tsx';
import { DraftSummary, FormFrame } from './form-frame.tsx';
import styles from './form.module.css';
import { LeaveGuard } from './leave-guard.tsx';
import { OfferedDraft } from './offered-draft.tsx';
import { SaveButton } from './save-button.tsx';
import { useCreate, type CreateSource } from './use-create.ts';
import type { Draft } from './use-draft.ts';
import { Warnings } from './warnings.tsx';

/** Where the person goes once the record is made. */
type After = 'record' | 'another' | 'elsewhere';

export function CreateForm({ screen, ...source }: CreateSource & { readonly screen: FormScreen }) {
  const { entity, fields } = source;
  const texts = useTexts();
  const { t } = texts;
  const model = useModel();
  const navigate = useNavigate();
  const { draft, create, restart } = useCreate(source);
  const place = useDraftPlace(entity.id, `new ${screen.id}`);
  const keeper = useKeeper(draft, place, null, null);
  const after = useRef<After>('record');
  const [saved, setSaved] = useState<RecordValue | null>(null);
  const [another, setAnother] = useState<Created | null>(null);
  const back = screenPath(model, entity.id, 'list') ?? '/';
  useEffect(() => {
    if (saved) void navigate(afterSaving(model, screen, saved), { state: { nfSaved: 'created' }, replace: true });
  }, [saved, model, screen, navigate]);
  const save = async (confirm: readonly string[] = []): Promise<boolean> => {
    const record = await create(confirm);
    if (record === null) return false;
    keeper.erase();
    if (after.current === 'record') setSaved(record);
    else restart();
    setAnother(after.current === 'another' ? { record, at: new Date().toISOString() } : null);
    return true;
  };
  const send = (next: After, confirm: readonly string[] = []): Promise<boolean> => {
    after.current = next;
    return save(confirm);
  };
  const title = screen.written ? texts.screen(screen) : t('form.create', { entity: texts.entity(entity.id) });
  return (
    <Page
      title={title}
      screen={screen}
      titlePrefix={draft.summary.length > 0 ? t('form.error_prefix') : undefined}
      breadcrumb={[{ text: texts.entityMany(entity.id), to: back }, { text: title }]}
      above={<DraftSummary draft={draft} />}
      busy={draft.busy}
    >
      <div className={styles['form']} data-nf-entity={entity.id}>
        <OfferedDraft draft={draft} keeper={keeper} place={place} changed={() => false} />
        <CreatedNotice entity={entity.id} created={another} />
        <FormFrame draft={draft} onSubmit={() => void send('record')} label={title}>
          <FormSections draft={draft} screen={screen} fields={fields} />
          <ComputedValues draft={draft} entity={entity} />
          <Warnings draft={draft} verb={t('form.save')} onConfirm={(ids) => void send(after.current, ids)} />
          {draft.failure && (
            <ErrorBanner failure={draft.failure} entity={entity.id} onRetry={() => void send(after.current)} />
          )}
          <CreateBar
            draft={draft}
            keeper={keeper}
            onAnother={() => void send('another')}
            onCancel={() => void navigate(back)}
          />
        </FormFrame>
      </div>
      <LeaveGuard
        when={draft.changed.length > 0 && saved === null}
        onSave={() => send('elsewhere')}
        onDiscard={keeper.erase}
      />
    </Page>
  );
}

interface CreateBarProps {
  readonly draft: Draft;
  readonly keeper: Keeper;
  readonly onAnother: () => void;
  readonly onCancel: () => void;
}

function CreateBar({ draft, keeper, onAnother, onCancel }: CreateBarProps) {
  const { t } = useTexts();
  return (
    <div className={styles['bar']}>
      <SaveButton busy={draft.busy}>{t('form.save')}</SaveButton>
      <Button variant="default" onClick={onAnother} data-nf-save-another>
        {t('form.save_another')}
      </Button>
      <Button variant="default" onClick={onCancel} data-nf-cancel>
        {t('form.cancel')}
      </Button>
      <span className={styles['barText']}>
        <KeptNote keeper={keeper} />
      </span>
    </div>
  );
}

/** Where the person goes on: the screen named by `then`, else the new record, else its list. */
function afterSaving(model: Model, screen: FormScreen, record: RecordValue): string {
  const next = model.screens.find((each) => each.id === screen.then);
  if (next) return fillPath(next.path, record.id);
  return screenPath(model, screen.entity, 'record', record.id) ?? screenPath(model, screen.entity, 'list') ?? '/';
}
