import { Button, Group, Modal } from '@mantine/core';
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { useTexts } from '../texts/use-texts.ts';

interface LeaveGuardProps {
  /** Whether something would be lost. */
  readonly when: boolean;
  /** Saves, then goes on; answers whether it was saved. */
  readonly onSave?: (() => Promise<boolean>) | undefined;
}

/** Asks before what was typed is lost: on the way to another page, and when the window is closed. */
export function LeaveGuard({ when, onSave }: LeaveGuardProps) {
  const { t } = useTexts();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => when && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!when) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [when]);
  const stay = (): void => blocker.reset?.();
  const save = async (): Promise<void> => {
    if (await onSave?.()) blocker.proceed?.();
    else blocker.reset?.();
  };
  return (
    <Modal
      opened={blocker.state === 'blocked'}
      onClose={stay}
      title={t('form.leave_title')}
      closeButtonProps={{ 'aria-label': t('form.keep') }}
    >
      <p>{t('form.leave_text')}</p>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={() => blocker.proceed?.()}>
          {t('form.discard')}
        </Button>
        {onSave && (
          <Button variant="default" onClick={() => void save()}>
            {t('form.save')}
          </Button>
        )}
        <Button data-autofocus onClick={stay}>
          {t('form.keep')}
        </Button>
      </Group>
    </Modal>
  );
}
