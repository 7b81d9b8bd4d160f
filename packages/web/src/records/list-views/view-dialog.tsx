import { Button, Checkbox, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { ListLook, ListScreen, ListView } from '@ninefold/model';
import { useAddViewMutation, useChangeViewMutation, useRemoveViewMutation } from '../../base/calls/view-api.ts';
import { useLimit, useRights } from '../../base/model/use-model.ts';
import { toFailure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { ActionFailure } from '../../fields/messages/error-banner.tsx';
import { LeaveDialog } from '../../forms/view/leave-dialog.tsx';
import { SaveButton } from '../../kit/controls/save-button.tsx';
import { useOpening } from '../../kit/dialogs/late-dialog.ts';

interface ViewDialogProps {
  readonly screen: ListScreen;
  /** The view that is named anew; null: one is made. */
  readonly view: ListView | null;
  readonly query: string;
  readonly look: ListLook;
  readonly onSaved: (view: ListView) => void;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}

/** Asks for the name of a view and for whom it is. */
export function ViewDialog({ screen, view: opened, query, look, onSaved, onDeleted, onClose }: ViewDialogProps) {
  const { t } = useTexts();
  const rights = useRights();
  const max = useLimit('view_name_chars');
  // What is typed on while a view is saved is saved by the next press, as a change of it.
  const [made, setMade] = useState<ListView | null>(null);
  const view = made ?? opened;
  const [name, setName] = useState(view?.name ?? '');
  const [shared, setShared] = useState(view?.shared ?? false);
  const latest = useRef({ name, shared });
  useEffect(() => void (latest.current = { name, shared }));
  const [leaving, setLeaving] = useState(false);
  const isTyped = name !== (view?.name ?? '') || shared !== (view?.shared ?? false);
  const [add, adding] = useAddViewMutation();
  const [change, changing] = useChangeViewMutation();
  const isOpen = useOpening(true);
  const [drop, dropping] = useRemoveViewMutation();
  const busy = adding.isLoading || changing.isLoading || dropping.isLoading;
  const remove = async (): Promise<void> => {
    if (view === null || busy) return;
    changing.reset();
    const { error } = await drop(view.id);
    if (error === undefined) onDeleted();
  };
  const save = async (): Promise<void> => {
    if (busy) return;
    dropping.reset();
    const answer = await (view === null
      ? add({ screen: screen.id, name, query, look, shared })
      : change({ id: view.id, version: view.version, name, shared }));
    if (answer.data === undefined) return;
    if (latest.current.name === name && latest.current.shared === shared) onSaved(answer.data);
    else setMade(answer.data);
  };
  const leave = (): void => (made === null ? onClose() : onSaved(made));
  const close = (): void => {
    if (busy) return;
    if (isTyped) setLeaving(true);
    else leave();
  };
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={t(view === null ? 'views.new' : 'views.edit')}
      closeButtonProps={{ 'aria-label': t('dialog.close') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
        data-nf-view-dialog
      >
        <Stack gap="md">
          <TextInput
            label={t('views.name')}
            value={name}
            maxLength={max > 0 ? max : undefined}
            onChange={(event) => setName(event.currentTarget.value)}
            required
            data-autofocus
          />
          {rights.runtime.includes('views') && (
            <Checkbox
              label={t('views.shared')}
              checked={shared}
              onChange={(event) => setShared(event.currentTarget.checked)}
              data-nf-view-shared
            />
          )}
          <Failed error={adding.error ?? changing.error} entity={screen.entity} onRetry={() => void save()} />
          <Failed error={dropping.error} entity={screen.entity} onRetry={() => void remove()} />
          <Group justify="flex-end">
            {view !== null && (
              <Button variant="subtle" color="red" onClick={() => void remove()} data-nf-view-delete>
                {t('views.delete')}
              </Button>
            )}
            <Button variant="default" onClick={close}>
              {t('form.cancel')}
            </Button>
            <SaveButton busy={adding.isLoading || changing.isLoading}>{t('form.save')}</SaveButton>
          </Group>
        </Stack>
      </form>
      <LeaveDialog
        opened={leaving}
        onKeep={() => setLeaving(false)}
        onDiscard={leave}
        onSave={() => {
          setLeaving(false);
          void save();
        }}
      />
    </Modal>
  );
}

interface FailedProps {
  readonly error: Parameters<typeof toFailure>[0] | undefined;
  readonly entity: string;
  readonly onRetry: () => void;
}

function Failed({ error, entity, onRetry }: FailedProps) {
  return error === undefined ? null : <ActionFailure failure={toFailure(error)} entity={entity} onRetry={onRetry} />;
}
