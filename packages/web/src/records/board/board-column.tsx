import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { filterQuery, PAGE_SIZES, type ListState, type Wire } from '@ninefold/model';
import { useFormat } from '../../base/format/use-format.ts';
import { useListQuery } from '../../base/calls/record-api.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { toFailure } from '../../base/store/failure.ts';
import { Cell } from '../../fields/cells/cell.tsx';
import { OptionMark } from '../../fields/cells/option-mark.tsx';
import { StateBadge } from '../../fields/cells/state-badge.tsx';
import { ErrorBanner } from '../../fields/messages/error-banner.tsx';
import { useTold } from '../../fields/messages/use-told.ts';
import { columnFilter, fieldOfBoard, isByState, type ColumnValue } from './board-columns.ts';
import { BoardCard } from './board-card.tsx';
import type { BoardShared, Held } from './board-shared.ts';
import styles from './board.module.css';
import { refusalOf, wayInto, type Move } from './moves.ts';

interface BoardColumnProps extends BoardShared {
  readonly value: ColumnValue;
  readonly name: string;
  /** How many records it has; undefined while that is loaded. */
  readonly count: number | undefined;
  /** What the numbers of its records add up to; null where that is not asked for or not known. */
  readonly total: Wire;
}

/** One state or option with its cards, as many as were asked for. */
export function BoardColumn(props: BoardColumnProps) {
  const { entity, by, value, name, state, held, count } = props;
  const { t } = useTexts();
  const format = useFormat();
  const [size, setSize] = useState(FIRST);
  const { data, error, refetch } = useListQuery({ entity: entity.id, query: queryOf(props, size) });
  const { frame, over } = useDropping(props);
  const items = data?.items ?? [];
  const isMore = data !== undefined && data.next !== null;
  const larger = PAGE_SIZES.find((each) => each > size);
  const drop = dropOf(held, by, value);
  return (
    <section
      ref={frame}
      className={styles['column']}
      aria-label={name}
      data-nf-column={value ?? ''}
      data-empty={count === 0 || undefined}
      data-drop={drop ?? undefined}
      data-over={over || undefined}
    >
      <ColumnHead {...props} />
      {held !== null && drop !== null && <DropNote {...props} held={held} drop={drop} />}
      {error !== undefined && (
        <ErrorBanner failure={toFailure(error)} entity={entity.id} onRetry={() => void refetch()} />
      )}
      <ol className={styles['cards']}>
        {items.map((record) => (
          <BoardCard key={record.id} {...props} record={record} query={queryOf(props, size)} />
        ))}
      </ol>
      {isMore && (
        <p className="nf-printed" data-nf-printed-part>
          {t('list.printed', { first: 1, last: items.length, total: format.number(count ?? 0, 0) })}
        </p>
      )}
      {isMore && larger !== undefined && (
        <button type="button" className={styles['more']} onClick={() => setSize(larger)}>
          {t('board.more')}
        </button>
      )}
      {isMore && larger === undefined && (
        <button type="button" className={styles['more']} onClick={() => props.onChange(inTable(state, by, value))}>
          {t('board.all', { count: count ?? 0 })}
        </button>
      )}
    </section>
  );
}

const FIRST = PAGE_SIZES[0] ?? 25;

function queryOf({ state, screen, by, value }: BoardColumnProps, size: number): string {
  const params = filterQuery(state, screen);
  params.append(...columnFilter(by, value));
  if (state.sort.length > 0) params.set('sort', state.sort.join());
  params.set('size', String(size));
  params.set('total', 'none');
  return params.toString();
}

/** The table with the records of one column. */
function inTable({ filters }: ListState, by: string, value: ColumnValue): Partial<ListState> {
  const own = value === null ? ({ op: 'blank', value: '' } as const) : ({ op: 'eq', value } as const);
  return { layout: 'table', filters: [...filters.filter(({ field }) => field !== by), { field: by, ...own }] };
}

/** The name of a column, how many records it has, and what they add up to. */
function ColumnHead({ entity, by, value, name, count, sum, total }: BoardColumnProps) {
  const field = fieldOfBoard(entity, by);
  const { field: label } = useTexts();
  const format = useFormat();
  const added = sum === null ? undefined : entity.fields[sum];
  return (
    <header className={styles['head']}>
      <h2>
        {isByState(entity, by) && value !== null ? (
          <StateBadge entity={entity.id} state={value} cycle={by} />
        ) : field !== null && 'options' in field && value !== null ? (
          <OptionMark field={field} option={value} word={name} />
        ) : (
          name
        )}
      </h2>
      <span className={styles['count']}>{count !== undefined && format.number(count, 0)}</span>
      {added && total !== null && (
        <span className={styles['sum']} title={label(entity.id, added.id)}>
          <Cell field={added} value={total} place={{ entity: entity.id, record: {} }} compact={false} />
        </span>
      )}
    </header>
  );
}

/** What the column does with the card that is held: null where it is the card's own. */
type Drop = 'yes' | 'no' | 'wait';

function dropOf(held: Held | null, by: string, value: ColumnValue): Drop | null {
  if (held === null || (held.record[by] ?? null) === value) return null;
  if (held.moves === null) return 'wait';
  return TAKES.has(wayInto(held.moves, value).kind) ? 'yes' : 'no';
}

const TAKES: ReadonlySet<Move['kind']> = new Set(['fire', 'set']);

interface DropNoteProps extends BoardColumnProps {
  readonly held: Held;
  readonly drop: Drop;
}

/** What would happen to the held card here, or why it cannot come. */
function DropNote({ entity, by, value, held, drop, name }: DropNoteProps) {
  const texts = useTexts();
  const told = useTold();
  const move = wayInto(held.moves ?? [], value);
  if (drop === 'wait') return <p className={styles['note']}>{texts.t('transition.checking')}</p>;
  if (move.kind === 'set') return <p className={styles['note']}>{texts.t('board.set', { name })}</p>;
  if (move.kind === 'none') return <p className={styles['note']}>{texts.t(refusalOf(entity, by))}</p>;
  if (move.kind === 'fire')
    return (
      <p className={styles['note']} lang={texts.written}>
        {texts.transition(entity.id, move.transition.id)}
      </p>
    );
  return (
    <ul className={styles['note']}>
      {move.reasons.map((reason) => (
        <li key={`${reason.path} ${reason.code}`} lang={told.lang(reason)}>
          {told.text(reason, { entity: entity.id, ...(move.transition && { transition: move.transition.id }) })}
        </li>
      ))}
    </ul>
  );
}

/** Takes cards that are dropped on the column. */
function useDropping(props: BoardColumnProps): { frame: RefObject<HTMLElement | null>; over: boolean } {
  const frame = useRef<HTMLElement>(null);
  const [over, setOver] = useState(false);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    return dropTargetForElements({
      element,
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: () => {
        setOver(false);
        const { held, value, by, onDrop } = latest.current;
        if (held !== null && (held.record[by] ?? null) !== value) onDrop(held.record, value);
      },
    });
  }, []);
  return { frame, over };
}
