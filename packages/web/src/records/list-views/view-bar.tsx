import { Button } from '@mantine/core';
import { ChevronDown, Eye } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import {
  isSameList,
  PLAIN_LOOK,
  writeListState,
  type ListDefaults,
  type ListLook,
  type ListScreen,
  type ListState,
  type ListView,
} from '@ninefold/model';
import { useChangeViewMutation } from '../../base/calls/view-api.ts';
import { useListViews, useRights } from '../../base/model/use-model.ts';
import { toFailure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { ActionFailure } from '../../fields/messages/error-banner.tsx';
import { LateMenu } from '../../kit/floating/late-menu.tsx';
import { viewPath } from './view-path.ts';
import styles from './list-views.module.css';
import { lateComponent } from '../../kit/late/late-component.tsx';
import { withLateTexts } from '../../base/texts/with-late-texts.ts';

const ViewItems = lateComponent(withLateTexts(async () => (await import('./view-items.tsx')).ViewItems));
const ViewDialog = lateComponent(withLateTexts(async () => (await import('./view-dialog.tsx')).ViewDialog));

interface ViewBarProps {
  readonly screen: ListScreen;
  readonly state: ListState;
  readonly defaults: ListDefaults;
  readonly view: ListView | null;
  readonly origin: ListState;
  readonly look: ListLook;
  readonly onLook: (look: ListLook | null) => void;
  readonly onChange: (next: Partial<ListState>) => void;
}

/** Which view of a list is shown, and what can be done with one that was changed. */
export function ViewBar(props: ViewBarProps) {
  const { screen, view, look, onLook } = props;
  const { t, screen: screenText } = useTexts();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<'new' | 'edit' | null>(null);
  const { query, isLookOwn, isEdited, mayChange } = useEdited(props);
  const saved = (made: ListView): void => {
    setDialog(null);
    if (dialog !== 'new') return;
    if (view === null && isLookOwn) onLook(null);
    void navigate(viewPath(screen, made.id));
  };
  return (
    <div className={styles['bar']} data-nf-views={screen.id}>
      <LateMenu
        position="bottom-start"
        withinPortal
        target={(target) => (
          <Button
            variant="default"
            size="compact-md"
            leftSection={<Eye size={16} aria-hidden />}
            rightSection={<ChevronDown size={14} aria-hidden />}
            data-nf-view={view?.id ?? ''}
            {...target}
          >
            <span className={styles['name']}>{view?.name ?? t('views.standard')}</span>
          </Button>
        )}
      >
        <ViewItems
          screen={screen}
          title={screenText(screen)}
          view={view}
          mayChange={mayChange}
          onNew={() => setDialog('new')}
          onEdit={() => setDialog('edit')}
        />
      </LateMenu>
      {isEdited && <Edited {...props} {...{ query, isLookOwn, mayChange }} onNew={() => setDialog('new')} />}
      {view?.partial === true && <span className={styles['said']}>{t('views.partial')}</span>}
      {dialog !== null && (
        <ViewDialog
          screen={screen}
          view={dialog === 'edit' ? view : null}
          query={query}
          look={look}
          onSaved={saved}
          onDeleted={() => {
            setDialog(null);
            void navigate(screen.path);
          }}
          onClose={() => setDialog(null)}
        />
      )}
    </div>
  );
}

/** Whether the list is another one than the view says, or than the screen does. */
function useEdited({ screen, state, defaults, view, origin, look }: ViewBarProps) {
  const rights = useRights();
  const { looks } = useListViews();
  const isLookOwn = looks[view?.id ?? screen.id] !== undefined && !isSameLook(look, view?.look ?? PLAIN_LOOK);
  return {
    query: writeListState({ ...state, view: null, page: 1 }, defaults, new URLSearchParams()).toString(),
    isLookOwn,
    isEdited: !isSameList(state, origin, defaults) || isLookOwn,
    mayChange: view !== null && (!view.shared || rights.runtime.includes('views')),
  };
}

interface EditedProps extends ViewBarProps {
  readonly query: string;
  readonly isLookOwn: boolean;
  readonly mayChange: boolean;
  readonly onNew: () => void;
}

/** What can be done with a view that was changed. */
function Edited({ screen, view, origin, look, query, isLookOwn, mayChange, onLook, onChange, onNew }: EditedProps) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const [save, saving] = useChangeViewMutation();
  const saveNow = async (): Promise<void> => {
    if (view === null) return;
    const { error } = await save({ id: view.id, version: view.version, query, look });
    if (error !== undefined) return;
    if (isLookOwn) onLook(null);
    void navigate(viewPath(screen, view.id));
  };
  const reset = (): void => {
    onChange({ ...origin });
    if (isLookOwn) onLook(null);
  };
  return (
    <span className={styles['edited']} data-nf-view-edited>
      <span className={styles['said']}>{t('views.edited')}</span>
      {mayChange && (
        <Button
          variant="light"
          size="compact-sm"
          loading={saving.isLoading}
          onClick={() => void saveNow()}
          data-nf-view-save
        >
          {t('views.save')}
        </Button>
      )}
      <Button variant="subtle" size="compact-sm" onClick={onNew} data-nf-view-save-as>
        {t('views.save_as')}
      </Button>
      <Button variant="subtle" size="compact-sm" onClick={reset} data-nf-view-reset>
        {t('views.reset')}
      </Button>
      {saving.error !== undefined && (
        <ActionFailure failure={toFailure(saving.error)} entity={screen.entity} onRetry={() => void saveNow()} />
      )}
    </span>
  );
}

function isSameLook(one: ListLook, other: ListLook): boolean {
  return (
    JSON.stringify([one.columns, one.pinned, one.height, one.totals]) ===
    JSON.stringify([other.columns, other.pinned, other.height, other.totals])
  );
}
