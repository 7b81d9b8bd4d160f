import { ActionIcon, Button, Drawer } from '@mantine/core';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useEffect, type MouseEvent } from 'react';
import { Link } from 'react-router';
import { screenPath, type Entity, type RecordScreen } from '@ninefold/model';
import { useRecordQuery } from '../../base/calls/record-api.ts';
import { useModel } from '../../base/model/use-model.ts';
import { toFailure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { ErrorBanner } from '../../fields/messages/error-banner.tsx';
import { named } from '../../kit/dialogs/named.ts';
import { isTyping, strokeOf } from '../../kit/keyboard/keys.ts';
import { Boundary } from '../../kit/messages/boundary.tsx';
import { Loading } from '../../kit/messages/loading.tsx';
import { linkOf, neighbourOf } from './peek-place.ts';
import { PeekedRecord } from './peeked-record.tsx';
import styles from './peek.module.css';

interface PeekSheetProps {
  readonly screen: RecordScreen;
  readonly entity: Entity;
  readonly id: string;
  /** Shows another record; null closes the sheet. */
  readonly onGo: (id: string | null) => void;
  /** Whether its steps are what it was opened for. */
  readonly toSteps: boolean;
  /** The focus has come to its steps. */
  readonly onSteps: () => void;
}

/** A record beside the list that it stands in: to read, with its steps. The arrow keys, J and K lead to its neighbours. */
export function PeekSheet({ screen, entity, id, onGo, toSteps, onSteps }: PeekSheetProps) {
  const { t, entity: nameOf } = useTexts();
  const { currentData: record, error, refetch } = useRecordQuery({ entity: entity.id, id });
  const path = screenPath(useModel(), entity.id, 'record', id);
  const title = record?.title ?? nameOf(entity.id);
  const [before, after] = [neighbourOf(id, -1), neighbourOf(id, 1)];
  useNeighbourKeys(id, onGo);
  return (
    <Drawer
      opened
      onClose={() => onGo(null)}
      position="right"
      size="min(34rem, 100vw)"
      padding="lg"
      title={<bdi>{title}</bdi>}
      {...named(title)}
      closeButtonProps={{ 'aria-label': t('peek.close') }}
      returnFocus={false}
      data-nf-peek={id}
    >
      <output className="nf-hidden">{record?.title ?? ''}</output>
      <div className={styles['ways']}>
        <ActionIcon
          variant="default"
          size={32}
          aria-label={t('record.previous')}
          disabled={before === null}
          onClick={() => before !== null && onGo(before)}
        >
          <ChevronUp size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={32}
          aria-label={t('record.next')}
          disabled={after === null}
          onClick={() => after !== null && onGo(after)}
        >
          <ChevronDown size={16} aria-hidden />
        </ActionIcon>
        {path !== null && (
          <Button
            component={Link}
            to={path}
            variant="subtle"
            size="compact-md"
            className={styles['page']}
            onClick={(event) => openFromList(event, id)}
          >
            {t('peek.open')}
          </Button>
        )}
      </div>
      {record !== undefined ? (
        <Boundary place={{ part: 'peek', entity: entity.id }} again={record}>
          <PeekedRecord key={id} {...{ screen, entity, record, toSteps, onSteps }} />
        </Boundary>
      ) : error === undefined ? (
        <Loading />
      ) : (
        <ErrorBanner failure={toFailure(error)} entity={entity.id} onRetry={() => void refetch()} />
      )}
    </Drawer>
  );
}

/** Follows the link of its row, which tells the page where in the list the record stands. */
function openFromList(event: MouseEvent, id: string): void {
  const link = linkOf(id);
  if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  link.click();
}

const STEPS: Readonly<Record<string, 1 | -1>> = { arrowdown: 1, j: 1, arrowup: -1, k: -1 };

/** Leads on by keys while the sheet is the only thing that is open. */
function useNeighbourKeys(id: string, onGo: (id: string) => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const by = STEPS[strokeOf(event)];
      if (by === undefined || event.defaultPrevented || isTyping(event.target) || isOverlaid()) return;
      event.preventDefault();
      const next = neighbourOf(id, by);
      if (next !== null) onGo(next);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [id, onGo]);
}

function isOverlaid(): boolean {
  const others = document.querySelectorAll('[role="dialog"], [role="menu"], [role="listbox"]');
  return [...others].filter((one) => one.checkVisibility()).length > 1;
}
