import { Button } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { normalValue, type Entity, type RecordScreen, type RecordValue } from '@ninefold/model';
import { bodyOf } from '../form/body.ts';
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
import { toFailure } from '../store/failure.ts';
import { Loading } from '../frame/loading.tsx';
import { useTexts } from '../texts/use-texts.ts';
import { Conflict } from './conflict.tsx';
import { FieldView } from './field-view.tsx';
import { useLazyRecordQuery, useUpdateMutation } from './record-api.ts';
import { RecordSections } from './record-sections.tsx';
import type { Saved } from './saved-notice.tsx';
import { useLoaded } from './use-loaded.ts';
import { sectionsOf } from './sections.ts';
import { mergedNotice } from './merging.ts';

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
  const [update] = useUpdateMutation();
  const [fetchRecord] = useLazyRecordQuery();
  const fields = useMemo(
    () => Object.values(entity.fields).filter((field) => editable.has(field.id)),
    [entity, editable],
  );
  const plan = useMemo(
    () => recordPlan({ entity, before, fields, initial: {}, scope }),
    [entity, before, fields, scope],
  );
  const draft = useDraft(plan);
  const save = async (confirm: readonly string[] = [], over: RecordValue | null = null): Promise<boolean> => {
    let done = false;
    await draft.submit(async (values, confirmed) => {
      const changed = draft.changed.filter((field) => draft.visible.has(field.id));
      const sent = bodyOf(changed, { ...pickSettled(draft, changed), ...pickGiven(values, changed) }, normalValue);
      const body = confirmed.length > 0 ? { ...sent, confirm: confirmed } : sent;
      if (Object.keys(sent).length === 0) {
        onClose(null);
        return {};
      }
      const version = over?.version ?? before.version;
      const answer = await update({ entity: entity.id, id: before.id, version, body });
      if (answer.data) {
        done = true;
        onClose(mergedNotice(entity, over ?? before, answer.data, changed));
        return {};
      }
      const failure = toFailure(answer.error);
      if (failure.code !== 'changed_meanwhile') return { error: answer.error };
      const latest = await fetchRecord({ entity: entity.id, id: before.id });
      if (latest.data) setTheirs(latest.data);
      return latest.data ? {} : { error: answer.error };
    }, confirm);
    return done;
  };
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
      <span className={formStyles['barText']} role="status">
        {draft.changed.length > 0 ? t('record.changes', { count: draft.changed.length }) : ''}
      </span>
    </div>
  );
}

function pickSettled(draft: Draft, fields: readonly { readonly id: string }[]) {
  return Object.fromEntries(fields.map(({ id }) => [id, draft.settled[id] as never]));
}

function pickGiven(values: Draft['values'], fields: readonly { readonly id: string }[]) {
  const given = fields.filter(({ id }) => values[id] !== undefined);
  return Object.fromEntries(given.map(({ id }) => [id, values[id] ?? null]));
}
