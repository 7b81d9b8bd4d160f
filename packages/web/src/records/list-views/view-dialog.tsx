import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { Dialog } from '../../kit/dialogs/dialog.tsx';
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
import { Removal } from './removal.tsx';

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
export function ViewDialog(props: ViewDialogProps) {
  const { t, problem } = useTexts();
  const rights = useRights();
  const max = useLimit('view_name_chars');
  const isOpen = useOpening(true);
  const { view, named, setNamed, isTyped, busy, save, remove, failures, leave } = useWriting(props);
  const { box, wrong, submit } = useNeeded(named.name, max, save);
  const [leaving, setLeaving] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const close = (): void => {
    if (busy !== null) return;
    if (isTyped) setLeaving(true);
    else leave();
  };
  const { entity } = props.screen;
  return (
    <Dialog opened={isOpen} onClose={close} title={t(view === null ? 'views.new' : 'views.edit')}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isAsked) submit();
        }}
        data-nf-view-dialog
      >
        <Stack gap="md">
          <TextInput
            label={t('views.name')}
            value={named.name}
            onChange={(event) => setNamed({ ...named, name: event.currentTarget.value })}
            error={
              wrong === 'missing'
                ? t('views.name_missing')
                : wrong !== null && problem({ code: wrong, params: { max } })
            }
            aria-required
            ref={box}
            data-autofocus
          />
          {rights.runtime.includes('views') && (
            <Checkbox
              label={t('views.shared')}
              checked={named.shared}
              onChange={(event) => setNamed({ ...named, shared: event.currentTarget.checked })}
              data-nf-view-shared
            />
          )}
          <Failed error={failures.save} entity={entity} onRetry={() => void save()} />
          <Failed error={failures.remove} entity={entity} onRetry={() => void remove()} />
          {isAsked && view !== null ? (
            <Removal view={view} busy={busy !== null} onKeep={() => setAsked(false)} onRemove={() => void remove()} />
          ) : (
            <Group justify="flex-end">
              {view !== null && (
                <Button variant="subtle" color="red" onClick={() => setAsked(true)} data-nf-view-ask-delete>
                  {t('views.delete')}
                </Button>
              )}
              <Button variant="default" onClick={close}>
                {t('form.cancel')}
              </Button>
              <SaveButton busy={busy === 'saving'}>{t('form.save')}</SaveButton>
            </Group>
          )}
        </Stack>
      </form>
      <LeaveDialog
        opened={leaving}
        onKeep={() => setLeaving(false)}
        onDiscard={leave}
        onSave={() => {
          setLeaving(false);
          submit();
        }}
      />
    </Dialog>
  );
}

/** Sends nothing while the name is missing or longer than `max` characters, and says so once somebody has tried. */
function useNeeded(name: string, max: number, save: () => Promise<void>) {
  const box = useRef<HTMLInputElement>(null);
  const [tried, setTried] = useState(false);
  const wrong: 'missing' | 'too_long' | null =
    name.trim() === '' ? 'missing' : max > 0 && [...name.trim()].length > max ? 'too_long' : null;
  const submit = (): void => {
    setTried(wrong !== null);
    if (wrong !== null) box.current?.focus();
    else void save();
  };
  return { box, wrong: tried ? wrong : null, submit };
}

type Named = Pick<ListView, 'name' | 'shared'>;

function isSame(a: Named, b: Named): boolean {
  return a.name === b.name && a.shared === b.shared;
}

/** Makes, names or removes a view. What is typed on while it is saved is saved by the next press, as a change of it. */
function useWriting({ screen, view: opened, query, look, onSaved, onDeleted, onClose }: ViewDialogProps) {
  const [made, setMade] = useState<ListView | null>(null);
  const view = made ?? opened;
  const [named, setNamed] = useState<Named>({ name: view?.name ?? '', shared: view?.shared ?? false });
  const latest = useRef(named);
  useEffect(() => void (latest.current = named));
  const [add, adding] = useAddViewMutation();
  const [change, changing] = useChangeViewMutation();
  const [drop, dropping] = useRemoveViewMutation();
  const busy = dropping.isLoading ? 'removing' : adding.isLoading || changing.isLoading ? 'saving' : null;
  const remove = async (): Promise<void> => {
    if (view === null || busy !== null) return;
    changing.reset();
    const { error } = await drop(view.id);
    if (error === undefined) onDeleted();
  };
  const save = async (): Promise<void> => {
    if (busy !== null) return;
    dropping.reset();
    const { data } = await (view === null
      ? add({ screen: screen.id, ...named, query, look })
      : change({ id: view.id, version: view.version, ...named }));
    if (data === undefined) return;
    if (isSame(latest.current, named)) onSaved(data);
    else setMade(data);
  };
  return {
    ...{ view, named, setNamed, busy, save, remove },
    isTyped: !isSame(named, view ?? { name: '', shared: false }),
    failures: { save: adding.error ?? changing.error, remove: dropping.error },
    leave: () => (made === null ? onClose() : onSaved(made)),
  };
}

interface FailedProps {
  readonly error: Parameters<typeof toFailure>[0] | undefined;
  readonly entity: string;
  readonly onRetry: () => void;
}

function Failed({ error, entity, onRetry }: FailedProps) {
  return error === undefined ? null : <ActionFailure failure={toFailure(error)} entity={entity} onRetry={onRetry} />;
}
