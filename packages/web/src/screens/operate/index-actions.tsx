import { Button, Group } from '@mantine/core';
import { Dialog } from '../../kit/dialogs/dialog.tsx';
import type { UseIndexAnswer } from '@ninefold/model';
import { useEffect, useRef, useState } from 'react';
import { useFormat } from '../../base/format/use-format.ts';
import { toFailure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { ActionFailure } from '../../fields/messages/error-banner.tsx';
import { useMakeIndexMutation, useRuleIndexMutation } from './operate-api.ts';
import classes from './operate.module.css';

/** Making an index that takes longer is asked for once more where nothing is written meanwhile, in ms. */
const LONG_MS = 100;

interface IndexActionsProps {
  readonly value: UseIndexAnswer;
  readonly database: 'sqlite' | 'postgres';
}

/** Buttons that make an index now, pin it, refuse it, and take that back. */
export function IndexActions({ value, database }: IndexActionsProps) {
  const { t } = useTexts();
  const [rule, ruled] = useRuleIndexMutation();
  const [make, made] = useMakeIndexMutation();
  const [asks, setAsks] = useState(false);
  const { name, state, pinned } = value;
  const busy = ruled.isLoading || made.isLoading;
  const failure = ruled.error ?? made.error;
  const isRefused = state === 'refused';
  const stops = database === 'sqlite' && value.making_ms > LONG_MS;
  const act = (what: string, run: () => void) => (
    <Button variant="default" size="xs" aria-busy={busy} onClick={() => busy || run()} data-nf-act={what}>
      {t(`operate.acts.${what}`)}
      <span className="nf-hidden"> {name}</span>
    </Button>
  );
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const isLost = document.activeElement === document.body; // with the button that made the index
    if (made.isSuccess && state === 'made' && isLost) box.current?.querySelector('button')?.focus();
  }, [made.isSuccess, state]);
  return (
    <div>
      <div ref={box} className={classes['actions']}>
        {state !== 'made' && act('make', () => (stops ? setAsks(true) : void make(name)))}
        {!isRefused && act(pinned ? 'unpin' : 'pin', () => void rule({ name, ruling: pinned ? null : 'pinned' }))}
        {act(isRefused ? 'allow' : 'refuse', () => void rule({ name, ruling: isRefused ? null : 'refused' }))}
      </div>
      {failure !== undefined && <ActionFailure failure={toFailure(failure)} />}
      {asks && (
        <ConfirmMaking
          value={value}
          onClose={() => setAsks(false)}
          onMake={() => {
            setAsks(false);
            void make(name);
          }}
        />
      )}
    </div>
  );
}

interface ConfirmMakingProps {
  readonly value: UseIndexAnswer;
  readonly onClose: () => void;
  readonly onMake: () => void;
}

function ConfirmMaking({ value, onClose, onMake }: ConfirmMakingProps) {
  const { t } = useTexts();
  const { number } = useFormat();
  const seconds = number((value.making_ms / 1000).toFixed(1), 1);
  return (
    <Dialog opened onClose={onClose} title={t('operate.make_title')}>
      <p>{t('operate.make_text', { seconds })}</p>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('form.cancel')}
        </Button>
        <Button onClick={onMake} data-nf-save>
          {t('operate.acts.make')}
        </Button>
      </Group>
    </Dialog>
  );
}
