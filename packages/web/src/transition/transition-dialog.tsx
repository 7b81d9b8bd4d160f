import { Button, Group, Modal } from '@mantine/core';
import { ArrowRight } from 'lucide-react';
import { useMemo } from 'react';
import {
  normalValue,
  settleInput,
  validateInput,
  visibleFields,
  type Entity,
  type RecordValue,
  type Scope,
  type Transition,
  type Wire,
} from '@ninefold/model';
import { bodyOf } from '../form/body.ts';
import { useDraftPlace } from '../drafts/use-draft-place.ts';
import { useKeeper } from '../drafts/use-keeper.ts';
import { FieldList } from '../form/field-list.tsx';
import { DraftSummary, FormFrame } from '../form/form-frame.tsx';
import { OfferedDraft } from '../form/offered-draft.tsx';
import { SaveButton } from '../form/save-button.tsx';
import { useDraft, type DraftPlan } from '../form/use-draft.ts';
import { useDraftScope } from '../form/use-draft-scope.ts';
import { Warnings } from '../form/warnings.tsx';
import { StateBadge } from '../frame/state-badge.tsx';
import { ErrorBanner } from '../messages/error-banner.tsx';
import { useTexts } from '../texts/use-texts.ts';
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

/** Asks for what a transition needs and says where it leads. */
export function TransitionDialog({ entity, record, transition, onClose, onDone }: TransitionDialogProps) {
  const { t, ...texts } = useTexts();
  const scope = useDraftScope();
  const fire = useFire(entity.id, record);
  const plan = useMemo(() => inputPlan(entity, record, transition, scope), [entity, record, transition, scope]);
  const draft = useDraft(plan);
  const place = useDraftPlace(entity.id, record.id, transition.id);
  const keeper = useKeeper(draft, place, record.version, null);
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
        keeper.erase();
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
        <OfferedDraft draft={draft} keeper={keeper} place={place} changed={() => false} />
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

function pick(settled: DraftPlan['settle'] extends (...args: never) => infer H ? H : never, plan: DraftPlan) {
  const filled = plan.fields.filter((field) => settled[field.id] !== undefined && settled[field.id] !== null);
  return Object.fromEntries(filled.map((field) => [field.id, settled[field.id] as Wire]));
}

/** The form of a transition: its answers are judged alone, with the record beside them. */
function inputPlan(entity: Entity, record: RecordValue, transition: Transition, scope: Scope): DraftPlan {
  const fields = Object.values(transition.input);
  const inScope: Scope = { ...scope, record, before: record, transition: transition.id };
  const form = { ...entity, fields: transition.input };
  return {
    entity: entity.id,
    fields,
    prefix: 'input.',
    initial: {},
    scope: inScope,
    settle: (values) => settleInput(transition.input, values, inScope),
    visible: (input) => visibleFields(form, { ...inScope, input }),
    judge: (input) => validateInput(transition.input, entity.id, input, inScope),
    kept: () => new Set(), // what the transition makes of the record is judged on the server
  };
}
