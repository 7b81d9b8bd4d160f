import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { useEffect, useRef, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { type Entity, type RecordValue, screenPath } from '@ninefold/model';
import { useModel } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { Cell } from '../../fields/cells/cell.tsx';
import { StateBadge } from '../../fields/cells/state-badge.tsx';
import { valueRead } from '../../fields/cells/value-read.ts';
import { fromListState } from '../rows/from-list.ts';
import type { Column } from '../rows/columns.ts';
import type { BoardShared } from './board-shared.ts';
import styles from './board.module.css';
import { MoveMenu } from './move-menu.tsx';

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
    return draggable({
      element,
      canDrag: () => latest.current.moving === null,
      onDragStart: () => latest.current.onHold(latest.current.record),
      onDrop: () => latest.current.onHold(null),
    });
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
          <Link
            to={path}
            state={fromListState({ query, address: pathname + search })}
            draggable={false}
            data-nf-open={record.id}
          >
            <bdi>{title}</bdi>
          </Link>
        )}
        <MoveMenu {...props} title={title} />
      </div>
      <dl className={styles['values']}>
        {shown.map((column) => (
          <CardValue key={column.id} entity={entity} column={column} record={record} />
        ))}
      </dl>
    </li>
  );
}

function isInTitle({ title }: Entity, id: string): boolean {
  return title.some((part) => 'field' in part && part.field === id);
}

function CardValue({ entity, column, record }: { entity: Entity; column: Column; record: RecordValue }) {
  const texts = useTexts();
  const label = texts.field(entity.id, column.id);
  if (column.field === null) {
    if (record.state === undefined || column.parts.length > 0) return null;
    return (
      <Labelled label={label}>
        <StateBadge entity={entity.id} state={record.state} />
      </Labelled>
    );
  }
  const { value, language } = valueRead(column.field, record, texts.language);
  if (value === undefined || value === null || value === '' || value === false) return null;
  return (
    <Labelled label={label} lang={language ?? undefined}>
      <Cell field={column.field} value={value} place={{ entity: entity.id, record }} compact />
    </Labelled>
  );
}

function Labelled({ label, lang, children }: { label: string; lang?: string | undefined; children: ReactNode }) {
  return (
    <div title={label}>
      <dt className="nf-hidden">{label}</dt>
      <dd lang={lang}>{children}</dd>
    </div>
  );
}
