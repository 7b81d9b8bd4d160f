import { Button } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import type { Entity, RecordScreen, RecordValue } from '@ninefold/model';
import { FieldControl } from '../form/field-control.tsx';
import { DraftSummary, FormFrame } from '../form/form-frame.tsx';
import formStyles from '../form/form.module.css';
import { LeaveGuard } from '../form/leave-guard.tsx';
import { recordPlan } from '../form/record-plan.ts';
import { SaveButton } from '../form/save-button.tsx';
import { useDraft, type Draft } from '../form/use-draft.ts';
import { useDraftScope } from '../form/use-draft-scope.ts';
import { Warnings } from '../form/warnings.tsx';
import { ErrorBanner } from '../messages/error-banner.tsx';
import { Loading } from '../frame/loading.tsx';
import { useTexts } from '../texts/use-texts.ts';
import { Conflict } from './conflict.tsx';
import { FieldView } from './field-view.tsx';
import { RecordSections } from './record-sections.tsx';
import type { Saved } from './saved-notice.tsx';
import { useLoaded } from './use-loaded.ts';
import { useSave } from './use-save.ts';
import { sectionsOf } from './sections.ts';

interface EditRecordProps {
  readonly screen: RecordScreen;
  readonly entity: Entity;
  readonly record: RecordValue;
  readonly editable: ReadonlySet<string>;
  readonly onClose: (saved: Saved | null) => void;
}

/** A record being changed in place. What others save meanwhile is merged by the server; the same field asks. */
export function EditRecord(props: EditRecordProps) {
  // What was there when the editing began is what it is compared with, whatever arrives meanwhile.
  const [record] = useState(props.record);
  const loaded = useLoaded(props.entity, record);
  return loaded === null ? <Loading /> : <Editor {...props} before={loaded} />;
}

function Editor({ screen, entity, before, editable, onClose }: EditRecordProps & { readonly before: RecordValue }) {
  const { t } = useTexts();
  const scope = useDraftScope();
  const [theirs, setTheirs] = useState<RecordValue | null>(null);
  const fields = useMemo(
    () => Object.values(entity.fields).filter((field) => editable.has(field.id)),
    [entity, editable],
  );
  const plan = useMemo(
    () => recordPlan({ entity, before, fields, initial: {}, scope }),
    [entity, before, fields, scope],
  );
  const draft = useDraft(plan);
  const save = useSave({ entity, before, draft, onSaved: onClose, onConflict: setTheirs });
  useEffect(() => {
    document
      .querySelector<HTMLElement>('[data-nf-record] form :is(input, select, textarea)')
      ?.focus({ preventScroll: true });
  }, []);
  const shown = (field: { readonly id: string }): boolean =>
    draft.visible.has(field.id) && (before[field.id] !== undefined || editable.has(field.id));
  const sections = sectionsOf(screen, entity, shown, { ...scope, record: draft.settled, before });
  const label = t('record.editing', { name: before.title ?? '' });
  return (
    <FormFrame draft={draft} onSubmit={() => void save()} label={label}>
      <DraftSummary draft={draft} />
      {theirs && (
        <Conflict
          entity={entity}
          before={before}
          theirs={theirs}
          draft={draft}
          onSave={() => {
            setTheirs(null);
            void save([], theirs);
          }}
          onClose={() => setTheirs(null)}
        />
      )}
      <RecordSections
        screen={screen}
        entity={entity}
        sections={sections}
        draw={(field) =>
          editable.has(field.id) ? (
            <FieldControl key={field.id} draft={draft} field={field} place={{ entity: entity.id }} marks />
          ) : (
            <FieldView key={field.id} entity={entity.id} field={field} value={draft.settled[field.id] as never} />
          )
        }
      />
      <Warnings draft={draft} verb={t('form.save')} onConfirm={(ids) => void save(ids)} />
      {draft.failure && <ErrorBanner failure={draft.failure} entity={entity.id} onRetry={() => void save()} />}
      <EditBar draft={draft} onCancel={() => onClose(null)} />
      <LeaveGuard when={draft.changed.length > 0} onSave={() => save()} />
    </FormFrame>
  );
}

function EditBar({ draft, onCancel }: { readonly draft: Draft; readonly onCancel: () => void }) {
  const { t } = useTexts();
  return (
    <div className={formStyles['bar']}>
      <SaveButton busy={draft.busy}>{t('form.save')}</SaveButton>
      <Button variant="default" onClick={onCancel}>
        {t('form.cancel')}
      </Button>
      <output className={formStyles['barText']}>
        {draft.changed.length > 0 ? t('record.changes', { count: draft.changed.length }) : ''}
      </output>
    </div>
  );
}
