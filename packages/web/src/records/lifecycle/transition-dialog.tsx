import { Button, Group, Modal } from '@mantine/core';
import { ArrowRight } from 'lucide-react';
import { useMemo } from 'react';
import { normalValue, type Entity, type Holder, type RecordValue, type Transition } from '@ninefold/model';
import { bodyOf } from '../../forms/draft/body.ts';
import { inputPlan } from '../../forms/draft/input-plan.ts';
import { useDraftPlace } from '../../forms/autosave/use-draft-place.ts';
import { useAutosave } from '../../forms/autosave/use-autosave.ts';
import { FieldList } from '../../forms/view/field-list.tsx';
import { DraftSummary, FormFrame } from '../../forms/view/form-frame.tsx';
import { OfferedDraft } from '../../forms/autosave/offered-draft.tsx';
import { SaveButton } from '../../kit/controls/save-button.tsx';
import { useDraft, type DraftPlan, type Values } from '../../forms/draft/use-draft.ts';
import { useDraftScope } from '../../forms/draft/use-draft-scope.ts';
import { Warnings } from '../../forms/view/warnings.tsx';
import { StateBadge } from '../../fields/cells/state-badge.tsx';
import { ErrorBanner } from '../../fields/messages/error-banner.tsx';
import { useTexts } from '../../base/texts/use-texts.ts';
import { targetOf } from './primary.ts';
import styles from './transition.module.css';
import { useFire } from './use-fire.ts';

interface TransitionDialogProps {
  readonly entity: Entity;
  readonly record: RecordValue;
  readonly transition: Transition;
  readonly onClose: () => void;
  readonly onDone: (record: RecordValue) => void;
}

/** The dialog of a transition: its inputs and the next state. */
export function TransitionDialog({ entity, record, transition, onClose, onDone }: TransitionDialogProps) {
  const { t, ...texts } = useTexts();
  const scope = useDraftScope();
  const fire = useFire(entity.id, record);
  const plan = useMemo(() => inputPlan(entity, record, transition, scope), [entity, record, transition, scope]);
  const draft = useDraft(plan);
  const place = useDraftPlace(entity.id, record.id, transition.id);
  const autosave = useAutosave(draft, place, record.version, null);
  const verb = texts.transition(entity.id, transition.id);
  const state = record.state ?? '';
  const submit = (confirm: readonly string[] = []): void =>
    void draft.submit(async (values, confirmed) => {
      const input = bodyOf(plan.fields, { ...pick(draft.settled, plan), ...values }, normalValue);
      const answer = await fire(transition.id, {
        ...(plan.fields.length > 0 ? { input } : {}),
        ...(confirmed.length > 0 ? { confirm: confirmed } : {}),
      });
      if (answer.data) {
        autosave.erase();
        onDone(answer.data);
      }
      return answer.error === undefined ? {} : { error: answer.error };
    }, confirm);
  return (
    <Modal opened onClose={onClose} title={verb} size="lg" closeButtonProps={{ 'aria-label': t('transition.close') }}>
      <div data-nf-transition-dialog={transition.id}>
        <DraftSummary draft={draft} />
        <p className={styles['way']}>
          <StateBadge entity={entity.id} state={state} />
          <ArrowRight size={16} aria-label={t('transition.becomes')} className="nf-mirrored" />
          <StateBadge entity={entity.id} state={targetOf(transition, state)} />
        </p>
        {entity.lifecycle?.states[transition.to]?.final === true && <p>{t('transition.final')}</p>}
        <OfferedDraft draft={draft} autosave={autosave} place={place} changed={() => false} />
        <FormFrame draft={draft} onSubmit={submit} label={verb}>
          <FieldList draft={draft} place={{ entity: entity.id, transition: transition.id }} fields={plan.fields} />
          <Warnings draft={draft} verb={verb} onConfirm={submit} />
          {draft.failure && <ErrorBanner failure={draft.failure} entity={entity.id} />}
          <Group justify="flex-end" mt="lg">
            <Button variant="default" onClick={onClose}>
              {t('transition.back')}
            </Button>
            <SaveButton busy={draft.busy}>{verb}</SaveButton>
          </Group>
        </FormFrame>
      </div>
    </Modal>
  );
}

function pick(settled: Holder, plan: DraftPlan): Values {
  return Object.fromEntries(
    plan.fields.flatMap(({ id }) => {
      const value = settled[id] ?? null;
      return value === null ? [] : [[id, value] as const];
    }),
  );
}
