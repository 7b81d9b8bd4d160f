import { Button, getDefaultZIndex, Popover, Portal } from '@mantine/core';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode, type RefCallback } from 'react';
import { Link } from 'react-router';
import { screenPath, type Entity, type RecordValue } from '@ninefold/model';
import { useModel } from '../../base/model/use-model.ts';
import { useRecordQuery } from '../../base/calls/record-api.ts';
import { toFailure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { ErrorBanner } from '../../fields/messages/error-banner.tsx';
import { dropHeldKeys } from '../../kit/keyboard/held-keys.ts';
import { Boundary } from '../../kit/messages/boundary.tsx';
import { Loading } from '../../kit/messages/loading.tsx';
import { usePermissions } from '../editing/use-permissions.ts';
import type { Saved } from '../editing/saved-notice.tsx';
import { PlaceEditor } from '../rail/place-editor.tsx';
import { cellAt, type CellPlace } from './cell-dom.ts';
import styles from './cells.module.css';
import type { ChangeableCells } from './use-changeable.ts';
import type { WantedCell } from './wanted-cell.ts';

interface CellBoxProps {
  readonly entity: Entity;
  readonly cells: ChangeableCells;
  readonly wanted: WantedCell;
  /** `saved` is null where nothing was changed. */
  readonly onClose: (place: CellPlace, saved: Saved | null) => void;
}

/** A box at a cell, in which its value is changed, or which says why it is not. */
export function CellBox(props: CellBoxProps) {
  const { entity, cells, wanted } = props;
  const { data, error, refetch } = useRecordQuery({ entity: entity.id, id: wanted.record });
  const field = wanted.field ?? cells.fields[0] ?? '';
  useEffect(() => {
    if (error !== undefined) dropHeldKeys();
  }, [error]);
  if (data !== undefined) return <Judged {...props} record={data} />;
  return (
    <Box {...props} field={field} record={null}>
      {error === undefined ? (
        <Loading />
      ) : (
        <ErrorBanner failure={toFailure(error)} entity={entity.id} onRetry={() => void refetch()} />
      )}
    </Box>
  );
}

function Judged(props: CellBoxProps & { readonly record: RecordValue }) {
  const { entity, cells, wanted, record, onClose } = props;
  const { editable, checking } = usePermissions(entity, record);
  const model = useModel();
  const first = cells.fields.find((field) => editable.has(field));
  const id = wanted.field ?? first ?? cells.fields[0] ?? '';
  const field = entity.fields[id];
  const isOpen = field !== undefined && cells.fields.includes(id) && editable.has(id);
  return (
    <Box {...props} field={id}>
      {checking ? (
        <Loading />
      ) : isOpen ? (
        <Boundary place={{ part: 'place', entity: entity.id, field: id }} again={record.version}>
          <PlaceEditor
            screen={cells.screen}
            entity={entity}
            record={record}
            field={field}
            onClose={(saved) => onClose({ record: record.id, field: id }, saved)}
            onTyped={ignored}
          />
        </Boundary>
      ) : (
        <Closed
          entity={entity}
          field={id}
          page={editable.has(id) ? screenPath(model, entity.id, 'record', record.id) : null}
          onClose={() => onClose({ record: record.id, field: id }, null)}
        />
      )}
    </Box>
  );
}

/** Leaving the page asks by itself, and nothing else closes the box. */
const ignored = (): void => undefined;

interface ClosedProps {
  readonly entity: Entity;
  readonly field: string;
  /** Where the person can change it: the page of the record. Null: nowhere. */
  readonly page: string | null;
  readonly onClose: () => void;
}

function Closed({ entity, field, page, onClose }: ClosedProps) {
  const { t, field: nameOf } = useTexts();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <>
      <p className={styles['closed']} role="alert">
        {t(page === null ? 'cells.closed' : 'cells.on_page', { field: nameOf(entity.id, field) })}
      </p>
      {page !== null && (
        <p className={styles['closed']}>
          <Link to={page}>{t('peek.open')}</Link>
        </p>
      )}
      <Button variant="default" size="compact-sm" onClick={onClose} ref={button} data-autofocus>
        {t('moving.close')}
      </Button>
    </>
  );
}

interface BoxProps extends CellBoxProps {
  readonly field: string;
  /** Null while it loads. */
  readonly record: RecordValue | null;
  readonly children: ReactNode;
}

function Box({ entity, wanted, field, record, onClose, children }: BoxProps) {
  const texts = useTexts();
  const place = { record: wanted.record, field };
  const anchor = useAnchor(place);
  const press = ({ key, target }: KeyboardEvent): void => {
    // A form takes Esc itself.
    if (key === 'Escape' && target instanceof Element && target.closest('form') === null) onClose(place, null);
  };
  return (
    <Popover
      opened
      position="bottom-start"
      width={320}
      shadow="md"
      trapFocus
      withRoles
      hideDetached={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      portalProps={{ target: 'main' }}
      // A question about leaving the page stands over the box, as over everything.
      zIndex={getDefaultZIndex('app')}
    >
      <Portal target="main">
        <Popover.Target>
          <span ref={anchor} className={styles['anchor']} />
        </Popover.Target>
      </Portal>
      <Popover.Dropdown
        aria-label={texts.t('rail.change_field', { field: texts.field(entity.id, field) })}
        className={styles['box']}
        onKeyDown={press}
        data-nf-cell={field}
      >
        {record?.title !== undefined && (
          <p className={styles['of']} data-nf-cell-of>
            <bdi>{record.title}</bdi>
          </p>
        )}
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}

/**
 * Lies where the cell is, also where a sort, a search or somebody else moves its row. The row may leave the list meanwhile: the box, with
 * what is typed in it, stays where it can be seen, and names its record.
 */
function useAnchor(place: CellPlace): RefCallback<HTMLSpanElement> {
  const [lay] = useState(() => (anchor: HTMLSpanElement | null) => {
    if (anchor === null) return undefined;
    layAt(anchor, cellAt(place)?.getBoundingClientRect());
    const rows = new MutationObserver(() => {
      const seen = seenAt(cellAt(place)?.getBoundingClientRect() ?? anchor.getBoundingClientRect());
      layAt(anchor, seen);
    });
    const main = anchor.closest('main');
    if (main) rows.observe(main, { childList: true, subtree: true });
    return () => rows.disconnect();
  });
  return lay;
}

/** The least height in which the box shows its input. */
const BOX_HEIGHT = 160;

/** A place as tall as the other, and in the part of the page that is seen. */
function seenAt({ left, width, height, top }: DOMRect): DOMRect {
  const last = Math.max(0, document.documentElement.clientHeight - BOX_HEIGHT - height);
  return new DOMRect(left, Math.min(Math.max(0, top), last), width, height);
}

function layAt(anchor: HTMLElement, cell: DOMRect | undefined): void {
  const around = anchor.offsetParent?.getBoundingClientRect();
  if (!cell || !around) return;
  const box = { top: cell.top - around.top, left: cell.left - around.left, width: cell.width, height: cell.height };
  for (const [name, size] of Object.entries(box)) anchor.style.setProperty(name, `${size}px`);
}
