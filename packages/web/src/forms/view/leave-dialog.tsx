import { Button, Group } from '@mantine/core';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { Dialog } from '../../kit/dialogs/dialog.tsx';
import { useTexts } from '../../base/texts/use-texts.tsx';

interface LeaveDialogProps {
  readonly opened: boolean;
  readonly onKeep: () => void;
  readonly onDiscard: () => void;
  readonly onSave: () => void;
  /** What saving is called here; "Save" where left out. */
  readonly verb?: string | undefined;
  /** Leaves, and keeps what is typed as a draft. Null: there is none. */
  readonly onLeave?: (() => void) | null;
}

/** Asks whether to save or discard the changes. */
export function LeaveDialog({ opened, onKeep, onDiscard, onSave, verb, onLeave = null }: LeaveDialogProps) {
  const { t } = useTexts();
  useEditedField(opened);
  return (
    <Dialog opened={opened} onClose={onKeep} title={t(onLeave === null ? 'form.leave_title' : 'leave_draft.title')}>
      <p>{t(onLeave === null ? 'form.leave_text' : 'leave_draft.text')}</p>
      <Group justify="flex-end" mt="md" data-nf-leave>
        <Button variant="default" onClick={onDiscard} data-nf-leave-discard>
          {t('form.discard')}
        </Button>
        {onLeave !== null && (
          <Button variant="default" onClick={onLeave} data-nf-leave-draft>
            {t('leave_draft.leave')}
          </Button>
        )}
        <Button variant="default" onClick={onSave} data-nf-leave-save>
          {verb ?? t('form.save')}
        </Button>
        <Button data-autofocus onClick={onKeep}>
          {t('form.keep')}
        </Button>
      </Group>
    </Dialog>
  );
}

const FIELD = 'form :is(input, textarea, select, [contenteditable="true"])';

/** Gives the focus to the field that had it last as the question is asked, so that the question leads back to it and not to what was pressed to leave. */
function useEditedField(asked: boolean): void {
  const field = useRef<Element | null>(null);
  useEffect(() => {
    const note = (): void => {
      const { activeElement } = document;
      if (activeElement?.matches(FIELD) === true) field.current = activeElement;
    };
    note();
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  useLayoutEffect(() => {
    if (asked && field.current instanceof HTMLElement) field.current.focus();
  }, [asked]);
}
