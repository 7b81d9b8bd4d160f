import { useMemo, useState } from 'react';
import {
  filterQuery,
  type Entity,
  type GroupAnswer,
  type GroupValue,
  type ListScreen,
  type ListState,
  type RecordValue,
} from '@ninefold/model';
import { useGroupsQuery } from '../../base/calls/group-api.ts';
import { useRights, useScope } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import type { Column } from '../rows/columns.ts';
import { BoardColumn } from './board-column.tsx';
import { columnsOfBoard, type ColumnValue } from './board-columns.ts';
import type { BoardShared } from './board-shared.ts';
import styles from './board.module.css';
import { MoveTask, type Task } from './move-task.tsx';
import { movesOf, wayInto, type Move, type MoveTo } from './moves.ts';
import { useColumnName } from './use-column-name.ts';
import { useMoveKey } from '../moving/use-move-key.ts';
import { WatchPermissions } from '../moving/watch-permissions.tsx';
import type { RecordPermissions } from '../editing/use-permissions.ts';

interface BoardProps {
  readonly entity: Entity;
  readonly screen: ListScreen;
  readonly state: ListState;
  readonly columns: readonly Column[];
  readonly title: string;
  readonly onChange: (next: Partial<ListState>) => void;
}

/**
 * The records of a list as cards under a state or an option each. A card that is moved fires the transition that leads there, or
 * changes the field, as the record page does; each column says before that whether it takes the card.
 */
export function Board({ entity, screen, state, columns, title, onChange }: BoardProps) {
  const { t } = useTexts();
  useMoveKey(entity, t('board.move_short'));
  const by = screen.board?.by ?? 'state';
  const sum = screen.board?.sum ?? null;
  const values = useMemo(() => columnsOfBoard(entity, by), [entity, by]);
  const filter = filterQuery(state, screen).toString();
  const counts = useGroupsQuery({ entity: entity.id, query: groupsQuery(filter, by, 'count') }).data;
  const summed = { entity: entity.id, query: groupsQuery(filter, by, `sum:${sum}`) };
  const sums = useGroupsQuery(summed, { skip: sum === null }).data;
  const [held, setHeld] = useState<RecordValue | null>(null);
  const [dropped, setDropped] = useState<Dropped | null>(null);
  const [known, setKnown] = useState<Known | null>(null);
  const [task, setTask] = useState<Task | null>(null);
  const [moving, setMoving] = useState<string | null>(null);
  const [rights, scope] = [useRights(), useScope()];
  const name = useColumnName(entity, by);
  const [said, setSaid] = useState('');
  const active = dropped?.record ?? held;
  const moves = active !== null && known?.record === active ? known.moves : null;
  const move = (record: RecordValue, column: ColumnValue, way: Move): void => {
    setHeld(null);
    setDropped(null);
    if (way.kind === 'fire' || way.kind === 'set') {
      setTask({ record, column, move: way, at: performance.now() });
      setMoving(record.id);
    } else setSaid(t('board.refused', { column: name(column) }));
  };
  const drop = (record: RecordValue, column: ColumnValue): void => {
    if (moves === null) setDropped({ record, column });
    else move(record, column, wayInto(moves, column));
  };
  const learn = (record: RecordValue, permissions: RecordPermissions): void => {
    const found = movesOf({ entity, by, rights, scope }, record, values, permissions);
    setKnown({ record, moves: found });
    if (dropped?.record === record) move(record, dropped.column, wayInto(found, dropped.column));
  };
  const shared: BoardShared = {
    ...{ entity, screen, by, sum, filter, state, columns, onHold: setHeld, onDrop: drop, onMove: move, onChange },
    held: active && { record: active, moves },
    moving: moving ?? dropped?.record.id ?? null,
  };
  return (
    <>
      {task && (
        <MoveTask
          key={task.at}
          entity={entity}
          by={by}
          task={task}
          name={name}
          onStop={() => setMoving(null)}
          onEnd={() => setTask(null)}
        />
      )}
      {active && (
        <WatchPermissions
          key={active.id}
          entity={entity}
          record={active}
          onKnown={(permissions) => learn(active, permissions)}
        />
      )}
      <output className="nf-hidden">{said}</output>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it, also where it has no card */}
      <section className={styles['board']} tabIndex={0} aria-label={title} data-nf-board={by}>
        {values.map((value) => (
          <BoardColumn
            key={value ?? ''}
            {...shared}
            value={value}
            name={name(value)}
            count={countOf(counts, by, value)}
            total={sum === null ? null : (groupOf(sums, by, value)?.sum?.[sum] ?? null)}
          />
        ))}
      </section>
    </>
  );
}

interface Dropped {
  readonly record: RecordValue;
  readonly column: ColumnValue;
}

interface Known {
  readonly record: RecordValue;
  readonly moves: readonly MoveTo[];
}

/** Counts and sums are asked for apart: sums leave out records whose number the reader may not see, and these are cards all the same. */
function groupsQuery(filter: string, by: string, select: string): string {
  const params = new URLSearchParams(filter);
  params.set('group', by);
  params.set('select', select);
  return params.toString();
}

/** The figures of one column: undefined while they are loaded, null where it has no records. */
function groupOf(groups: GroupAnswer | undefined, by: string, value: ColumnValue): GroupValue | null | undefined {
  return groups && (groups.items.find((group) => (group.by[by] ?? null) === value) ?? null);
}

/** How many records a column has; undefined while that is loaded. */
function countOf(groups: GroupAnswer | undefined, by: string, value: ColumnValue): number | undefined {
  const group = groupOf(groups, by, value);
  return group === undefined ? undefined : (group?.count ?? 0);
}
