import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { Fragment } from 'react';
import { Link, useLocation } from 'react-router';
import { isOneReference, type Entity, type ListLook, type RecordValue, screenPath } from '@ninefold/model';
import { columnLabel, useUnits } from '../../fields/cells/column-label.ts';
import { Cell } from '../../fields/cells/cell.tsx';
import { titleOf } from '../../fields/cells/record-link.tsx';
import { isBlankObject, ObjectCell } from '../../fields/cells/object-cell.tsx';
import { cellOf } from '../../fields/cells/registry.ts';
import { StateBadge } from '../../fields/cells/state-badge.tsx';
import { valueRead } from '../../fields/cells/value-read.ts';
import { useModel } from '../../base/model/use-model.ts';
import { fromListState } from '../rows/from-list.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { SelectPage, SelectRecord } from '../bulk/select-box.tsx';
import { usePins } from '../looks/use-pins.ts';
import type { Column } from '../rows/columns.ts';
import styles from './list.module.css';
import { openRow } from '../rows/open-row.ts';
import type { RowsProps } from '../rows/rows-props.ts';
import { useWide } from './use-wide.ts';
import { firstTouch } from '../../base/late-code/first-touch.ts';
import { lateComponent } from '../../kit/late/late-component.tsx';
import { withLateTexts } from '../../base/texts/with-late-texts.ts';
import { isBlank } from '../../fields/cells/is-blank.ts';

const AccountMarks = lateComponent(
  withLateTexts(async () => (await import('../invitation/account-marks.tsx')).AccountMarks),
);

const ColumnHandle = lateComponent(async () => {
  await firstTouch();
  return withLateTexts(async () => (await import('./list-gestures.tsx')).ColumnHandle)();
});

const TotalsRow = lateComponent(withLateTexts(async () => (await import('../looks/totals-row.tsx')).TotalsRow));

/** Up to so many columns have room beside the navigation of a window of 1280 pixels. */
const ROOMY = 7;

/** With more than these, moments stand in two lines. */
const CROWDED = 9;

/** Letters without a space that are more than a word: a web address, or a sentence in Japanese, which has no spaces. */
const LONG_RUN = /[^\s・]{17}|[ぁ-ヺー-龥][^\s・]{6}|[^\s・]{6}[ぁ-ヺー-龥]/;

/** A native table; on narrow screens its rows stand as cards. */
export function ListTable(props: RowsProps) {
  const { columns, items, selection, look } = props;
  const { frame, isWide } = useWide();
  const { written } = useTexts();
  usePins(frame, look.pinned);
  const pinOf = pinsOf(columns, look);
  const widths = new Map(look.columns?.map(({ id, width }) => [id, width]));
  return (
    // The frame scrolls only if the table is wider. Otherwise the header sticks to the window.
    <div
      ref={frame}
      className={styles['scroller']}
      data-wide={isWide || undefined}
      {...(isWide ? { tabIndex: 0, role: 'region', 'aria-label': props.label } : {})}
    >
      <table
        className={styles['table']}
        lang={written}
        aria-label={props.label}
        aria-busy={props.busy}
        data-dense={columns.length > ROOMY || props.tools !== undefined || undefined}
        data-crowded={columns.length > CROWDED || undefined}
        data-height={look.height}
      >
        <colgroup>
          {selection && <col />}
          {columns.map(({ id }) => (
            <col key={id} style={{ width: widths.get(id) ?? undefined }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {selection && (
              <th scope="col" className={styles['check']}>
                <SelectPage selection={selection} rows={items.length} />
              </th>
            )}
            {columns.map((column) => (
              <HeadCell
                key={column.id}
                column={column}
                pin={pinOf.get(column.id)}
                width={widths.get(column.id) ?? null}
                {...props}
              />
            ))}
            {props.tools && (
              // Nothing stands above the buttons, which have names of their own.
              // oxlint-disable-next-line jsx-a11y/control-has-associated-label
              <td />
            )}
          </tr>
        </thead>
        <tbody>
          {items.map((record) => (
            <Fragment key={record.id}>
              {props.bands?.before(record)}
              <Row record={record} pinOf={pinOf} widths={widths} {...props} />
            </Fragment>
          ))}
          {props.bands?.after}
        </tbody>
        {look.totals && (
          <TotalsRow
            entity={props.entity}
            columns={columns}
            filter={props.filter}
            boxed={selection !== null}
            tooled={props.tools !== undefined}
          />
        )}
      </table>
    </div>
  );
}

interface RowProps extends RowsProps {
  readonly record: RecordValue;
  readonly pinOf: ReadonlyMap<string, number>;
  readonly widths: ReadonlyMap<string, number | null>;
}

function Row({ entity, columns, items, selection, query, record, pinOf, widths, onOpen, tools }: RowProps) {
  const below = tools?.below(record);
  return (
    <>
      <tr
        data-nf-record={record.id}
        data-selected={selection?.has(record.id) || undefined}
        onClick={openRow}
        onAuxClick={openRow}
      >
        {selection && (
          <td className={styles['check']} data-nf-check>
            <SelectRecord selection={selection} record={record} />
          </td>
        )}
        {columns.map((column, index) => (
          <td
            key={column.id}
            className={styles[column.align]}
            data-nf-field={column.id}
            data-pin={pinOf.get(column.id)}
            data-sized={typeof widths.get(column.id) === 'number' || undefined}
          >
            {index === 0 ? (
              <OpenLink entity={entity} column={column} record={record} query={query} onOpen={onOpen} />
            ) : (
              <Value entity={entity} column={column} record={record} />
            )}
            {index === 0 && entity.id === 'user' && <AccountMarks user={record} users={items} />}
          </td>
        ))}
        {tools && <td className={styles['tools']}>{tools.end(record)}</td>}
      </tr>
      {below && (
        <tr>
          <td colSpan={columns.length + 2} className={styles['below']}>
            {below}
          </td>
        </tr>
      )}
    </>
  );
}

/** The places of the columns that stay while the others scroll. */
function pinsOf(columns: readonly Column[], { pinned }: ListLook): ReadonlyMap<string, number> {
  return new Map(columns.slice(0, pinned).map(({ id }, place) => [id, place]));
}

interface HeadCellProps extends RowsProps {
  readonly column: Column;
  /** Its place among those that stay. */
  readonly pin: number | undefined;
  /** The width that the reader gave it. */
  readonly width: number | null;
}

function HeadCell({ entity, column, columns, pin, width, sort, look, lookOf, onSort }: HeadCellProps) {
  const { t, field } = useTexts();
  const units = useUnits();
  const label = columnLabel(field(entity.id, column.id), column.field ? units(column.field) : null);
  const way = sort[0] === column.id ? 'ascending' : sort[0] === `-${column.id}` ? 'descending' : 'none';
  const Glyph = way === 'ascending' ? ArrowUp : way === 'descending' ? ArrowDown : ArrowUpDown;
  return (
    <th
      scope="col"
      className={styles[column.align]}
      aria-sort={column.sortable ? way : undefined}
      data-nf-field={column.id}
      data-pin={pin}
      // The width of a column gives way where a table is full.
      style={{ minWidth: width ?? undefined }}
    >
      {column.sortable ? (
        <button
          type="button"
          className={styles['sort']}
          data-way={way}
          title={t('list.sort_by', { field: label })}
          onClick={() => onSort(column.id)}
        >
          {label}
          <Glyph size={14} aria-hidden />
        </button>
      ) : (
        label
      )}
      {lookOf !== null && <ColumnHandle of={lookOf} look={look} columns={columns} id={column.id} />}
    </th>
  );
}

/** The first cell opens the record. */
function OpenLink({
  entity,
  column,
  record,
  query,
  onOpen,
}: {
  entity: Entity;
  column: Column;
  record: RecordValue;
  query: string;
  onOpen: (record: string) => void;
}) {
  const model = useModel();
  const path = screenPath(model, entity.id, 'record', record.id);
  const { pathname, search } = useLocation();
  const value = column.parts.length > 0 && !isBlankObject(column.parts, record) ? '' : (record[column.id] ?? null);
  const title = isOneReference(column.field) ? titleOf(value) : value === null ? (record.title ?? record.id) : null;
  const content =
    title === null ? (
      <Value entity={entity} column={column} record={record} />
    ) : (
      <bdi className={styles['value']}>{title}</bdi>
    );
  if (path === null) return content;
  return (
    <Link
      to={path}
      state={fromListState({ query, address: pathname + search })}
      className={styles['open']}
      data-nf-open={record.id}
      onClick={() => onOpen(record.id)}
    >
      {content}
    </Link>
  );
}

function Value({ entity, column, record }: { entity: Entity; column: Column; record: RecordValue }) {
  const texts = useTexts();
  const label = texts.field(entity.id, column.id);
  if (column.parts.length > 0) {
    if (isBlankObject(column.parts, record)) return null;
    return (
      <span className={styles['value']} data-label={label}>
        <ObjectCell entity={entity.id} fields={column.parts} record={record} />
      </span>
    );
  }
  if (column.field === null) {
    return record.state === undefined ? null : (
      <span className={styles['value']} data-label={label} data-state>
        <StateBadge entity={entity.id} state={record.state} />
      </span>
    );
  }
  const { value, language } = valueRead(column.field, record, texts.language);
  if (value === undefined || isBlank(value)) return null;
  const { room } = cellOf(column.field);
  const text = isOneReference(column.field)
    ? titleOf(value)
    : room === 'long' && typeof value === 'string'
      ? value
      : null;
  return (
    <span
      className={styles['value']}
      lang={language ?? undefined}
      data-label={label}
      data-long={room === 'long' || undefined}
      data-short={room === 'short' || undefined}
      data-run={(text !== null && LONG_RUN.test(text)) || undefined}
      title={text ?? undefined}
    >
      <Cell field={column.field} value={value} place={{ entity: entity.id, record }} compact />
    </span>
  );
}
