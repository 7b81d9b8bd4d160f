import { Button } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { normalValue, type Entity, type Field, type FormScreen, type Model, type RecordValue } from '@ninefold/model';
import { Page } from '../frame/page.tsx';
import { ErrorBanner } from '../messages/error-banner.tsx';
import { useModel } from '../model/use-model.ts';
import { useCreateMutation } from '../record/record-api.ts';
import { fillPath, screenPath } from '../routes/screen-path.ts';
import { useTexts } from '../texts/use-texts.ts';
import { bodyOf } from './body.ts';
import { ComputedValues } from './computed-values.tsx';
import { FieldList } from './field-list.tsx';
import { DraftSummary, FormFrame } from './form-frame.tsx';
import styles from './form.module.css';
import { LeaveGuard } from './leave-guard.tsx';
import { makeOnce } from './once.ts';
import { SaveButton } from './save-button.tsx';
import { recordPlan } from './record-plan.ts';
import { useDraft, type Values } from './use-draft.ts';
import { useDraftScope } from './use-draft-scope.ts';
import { Warnings } from './warnings.tsx';

interface CreateFormProps {
  readonly screen: FormScreen;
  readonly entity: Entity;
  readonly fields: readonly Field[];
  /** Fields that may be sent without being shown: presets and values of the address. */
  readonly sendable: readonly Field[];
  readonly initial: Values;
}

export function CreateForm({ screen, entity, fields, sendable, initial }: CreateFormProps) {
  const texts = useTexts();
  const { t } = texts;
  const model = useModel();
  const navigate = useNavigate();
  const scope = useDraftScope();
  const [create] = useCreateMutation();
  const once = useRef(makeOnce());
  const [saved, setSaved] = useState<RecordValue | null>(null);
  const plan = useMemo(
    () => recordPlan({ entity, before: null, fields, initial, scope }),
    [entity, fields, initial, scope],
  );
  const draft = useDraft(plan);
  const back = screenPath(model, entity.id, 'list') ?? '/';
  useEffect(() => {
    if (saved) void navigate(afterSaving(model, screen, saved), { state: { nfSaved: 'created' }, replace: true });
  }, [saved, model, screen, navigate]);
  const submit = (confirm: readonly string[] = []): void =>
    void draft.submit(async (values, confirmed) => {
      const sent = bodyOf(
        sendable.filter((field) => isSent(field, fields, draft.visible)),
        values,
        normalValue,
      );
      const body = confirmed.length > 0 ? { ...sent, confirm: confirmed } : sent;
      const answer = await create({ entity: entity.id, body, once: once.current(body) });
      if (answer.data) setSaved(answer.data);
      return answer.error === undefined ? {} : { error: answer.error };
    }, confirm);
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
        <FormFrame draft={draft} onSubmit={submit} label={title}>
          <FieldList draft={draft} place={{ entity: entity.id }} fields={fields} />
          <ComputedValues draft={draft} entity={entity} />
          <Warnings draft={draft} verb={t('form.save')} onConfirm={submit} />
          {draft.failure && <ErrorBanner failure={draft.failure} entity={entity.id} onRetry={() => submit()} />}
          <div className={styles['bar']}>
            <SaveButton busy={draft.busy}>{t('form.save')}</SaveButton>
            <Button variant="default" onClick={() => void navigate(back)}>
              {t('form.cancel')}
            </Button>
          </div>
        </FormFrame>
      </div>
      <LeaveGuard when={draft.changed.length > 0 && saved === null} />
    </Page>
  );
}

/** What is hidden is not sent; what the form does not show at all (presets) is. */
function isSent(field: Field, shown: readonly Field[], visible: ReadonlySet<string>): boolean {
  return visible.has(field.id) || !shown.some((each) => each.id === field.id);
}

/** Where the person goes on: the screen named by `then`, else the new record, else its list. */
function afterSaving(model: Model, screen: FormScreen, record: RecordValue): string {
  const next = model.screens.find((each) => each.id === screen.then);
  if (next) return fillPath(next.path, record.id);
  return screenPath(model, screen.entity, 'record', record.id) ?? screenPath(model, screen.entity, 'list') ?? '/';
}
