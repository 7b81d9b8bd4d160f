import { Button, Loader } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Entity, RecordValue } from '@ninefold/model';
import { ErrorBanner } from '../../fields/messages/error-banner.tsx';
import { toFailure, type Failure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.ts';
import { BlockedReasons } from './blocked-reasons.tsx';
import { ConfirmWarnings } from './confirm-warnings.tsx';
import { askedFields, asksFirst, type ShownTransition } from './primary.ts';
import styles from './transition.module.css';
import { TransitionDialog } from './transition-dialog.tsx';
import { useFire } from './use-fire.ts';
import { useTransitionCommands } from './use-transition-commands.ts';

interface TransitionBarProps {
  readonly entity: Entity;
  readonly record: RecordValue;
  readonly shown: readonly ShownTransition[];
  /** The fields that the user may change now. */
  readonly editable: ReadonlySet<string>;
  readonly checking: boolean;
  readonly onDone: (transition: string, record: RecordValue) => void;
}

interface Refused {
  readonly transition: string;
  readonly failure: Failure;
}

/**
 * The buttons of the transitions. A blocked transition stays focusable and gives its reasons: at once where it is the step
 * forward, else when it is pressed.
 */
export function TransitionBar({ entity, record, shown, editable, checking, onDone }: TransitionBarProps) {
  const texts = useTexts();
  const fire = useFire(entity.id, record);
  const [asked, setAsked] = useState<string | null>(null);
  const [firing, setFiring] = useState<string | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [told, setTold] = useState<string | null>(null);
  useEffect(() => {
    if (told !== null) document.getElementById(reasonsId(told))?.focus();
  }, [told]);
  const run = async (transition: string, confirm: readonly string[]): Promise<void> => {
    if (firing !== null) return;
    setFiring(transition);
    setRefused(null);
    const answer = await fire(transition, confirm.length > 0 ? { confirm } : {});
    setFiring(null);
    if (answer.data) onDone(transition, answer.data);
    else setRefused({ transition, failure: toFailure(answer.error) });
  };
  const press = ({ transition, verdict, forward }: ShownTransition): void => {
    if (verdict.verdict === 'blocked' && forward) document.getElementById(reasonsId(transition.id))?.focus();
    else if (verdict.verdict === 'blocked') setTold(told === transition.id ? null : transition.id);
    else if (asksFirst(entity, transition, askedFields(entity, transition, editable))) setAsked(transition.id);
    else void run(transition.id, []);
  };
  useTransitionCommands(entity, shown);
  const open = shown.find(({ transition }) => transition.id === asked);
  const needsConfirm = refused?.failure.code === 'confirm_warnings';
  return (
    <div className={styles['area']}>
      <fieldset className={styles['bar']} aria-label={texts.t('transition.group')}>
        {shown.map((each) => (
          <TransitionButton
            key={each.transition.id}
            entity={entity.id}
            shown={each}
            busy={firing === each.transition.id}
            told={each.forward || told === each.transition.id}
            onPress={() => press(each)}
          />
        ))}
        {checking && <span className={styles['checking']}>{texts.t('transition.checking')}</span>}
      </fieldset>
      <Barred entity={entity} shown={shown} told={told} />
      {refused && needsConfirm && (
        <ConfirmWarnings
          entity={entity.id}
          verb={texts.transition(entity.id, refused.transition)}
          warnings={refused.failure.problem?.warnings ?? []}
          onConfirm={(ids) => void run(refused.transition, ids)}
          onClose={() => setRefused(null)}
        />
      )}
      {refused && !needsConfirm && (
        <ErrorBanner failure={refused.failure} entity={entity.id} onRetry={() => void run(refused.transition, [])} />
      )}
      {open && (
        <TransitionDialog
          entity={entity}
          record={record}
          transition={open.transition}
          editable={editable}
          onClose={() => setAsked(null)}
          onDone={(changed) => {
            setAsked(null);
            onDone(open.transition.id, changed);
          }}
        />
      )}
    </div>
  );
}

interface BarredProps {
  readonly entity: Entity;
  readonly shown: readonly ShownTransition[];
  /** The step whose reasons were asked for. */
  readonly told: string | null;
}

/** Why steps cannot be taken: the step forward at once, others when they are pressed. */
function Barred({ entity, shown, told }: BarredProps) {
  return shown
    .filter(({ verdict }) => verdict.verdict === 'blocked')
    .map(({ transition, verdict, forward }) => (
      <BlockedReasons
        key={transition.id}
        id={reasonsId(transition.id)}
        entity={entity}
        transition={transition.id}
        reasons={verdict.reasons}
        hidden={!forward && told !== transition.id}
      />
    ));
}

function reasonsId(transition: string): string {
  return `nf-blocked-${transition}`;
}

interface TransitionButtonProps {
  readonly entity: string;
  readonly shown: ShownTransition;
  readonly busy: boolean;
  /** Whether its reasons stand below. */
  readonly told: boolean;
  readonly onPress: () => void;
}

function TransitionButton({ entity, shown, busy, told, onPress }: TransitionButtonProps) {
  const texts = useTexts();
  const { transition, verdict, primary } = shown;
  const blocked = verdict.verdict === 'blocked';
  return (
    <Button
      variant={primary && !blocked ? 'filled' : 'default'}
      aria-disabled={blocked || undefined}
      aria-expanded={blocked ? told : undefined}
      aria-busy={busy}
      aria-describedby={blocked ? reasonsId(transition.id) : undefined}
      className={blocked ? styles['blocked'] : undefined}
      leftSection={busy ? <Loader size={14} color="currentcolor" /> : undefined}
      onClick={onPress}
      data-nf-transition={transition.id}
      data-nf-primary={primary || undefined}
    >
      {texts.transition(entity, transition.id)}
    </Button>
  );
}
