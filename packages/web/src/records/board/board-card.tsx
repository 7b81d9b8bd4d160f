import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { type RecordValue, screenPath } from '@ninefold/model';
import { useModel } from '../../base/model/use-model.ts';
import { CardValues } from '../cards/card-values.tsx';
import { isInTitle } from '../cards/in-title.ts';
import { fromListState } from '../rows/from-list.ts';
import type { BoardShared } from './board-shared.ts';
import styles from './board.module.css';
import { ColumnMenu } from './column-menu.tsx';

/** The card is dragged by every part of it: a browser drags a link for itself. */
function leaveToCard({ target }: Event): void {
  const link = target instanceof Element ? target.closest('a') : null;
  if (link !== null) link.draggable = false;
}

interface BoardCardProps extends BoardShared {
  readonly record: RecordValue;
  /** The query that gave the card. */
  readonly query: string;
}

/** A record on a board: its title, its values, and the menu that moves it. */
export function BoardCard(props: BoardCardProps) {
  const { entity, by, record, columns, query, held, moving } = props;
  const card = useRef<HTMLLIElement>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    const element = card.current;
    if (element === null) return undefined;
    element.addEventListener('pointerdown', leaveToCard, true);
    const stop = draggable({
      element,
      canDrag: () => latest.current.moving === null,
      onDragStart: () => latest.current.onHold(latest.current.record),
      onDrop: () => latest.current.onHold(null),
    });
    return () => {
      element.removeEventListener('pointerdown', leaveToCard, true);
      stop();
    };
  }, []);
  const path = screenPath(useModel(), entity.id, 'record', record.id);
  const { pathname, search } = useLocation();
  const title = record.title ?? record.id;
  const shown = columns.filter(({ id }) => id !== by && !isInTitle(entity, id));
  return (
    <li
      ref={card}
      className={styles['card']}
      data-nf-record={record.id}
      data-held={held?.record.id === record.id || undefined}
      data-moving={moving === record.id || undefined}
    >
      <div className={styles['title']}>
        {path === null ? (
          <bdi>{title}</bdi>
        ) : (
          <Link to={path} state={fromListState({ query, address: pathname + search })} data-nf-open={record.id}>
            <bdi>{title}</bdi>
          </Link>
        )}
        <ColumnMenu {...props} title={title} />
      </div>
      <CardValues entity={entity} columns={shown} record={record} />
    </li>
  );
}
