import type { ComponentType } from 'react';
import { isTimed, nextSort } from '@ninefold/model';
import { Boundary } from '../../kit/messages/boundary.tsx';
import type { LayoutProps } from './layout-props.ts';
import { ListTable } from './list-table.tsx';
import type { GroupedTableProps } from '../grouping/grouped-table.tsx';
import type { PageProps } from '../rows/rows-props.ts';
import { ListEmpty } from './list-empty.tsx';
import styles from './list.module.css';
import { CLEARED } from '../rows/cleared.ts';
import { Paging } from './paging.tsx';
import { usePlace } from './place.ts';
import { ListSkeleton } from './skeleton.tsx';
import { lateComponent } from '../../kit/late/late-component.tsx';
import { withLateTexts } from '../../base/texts/with-late-texts.ts';

/** Draws a table with the heads of its groups. Until it is there, the records stand without them. */
const LateGroupedTable = lateComponent<GroupedTableProps>(
  withLateTexts(async () => (await import('../grouping/grouped-table.tsx')).GroupedTable),
  ListTable,
);

function GroupedListTable(props: PageProps) {
  return <LateGroupedTable {...props} Table={ListTable} />;
}

interface ListContentProps extends Omit<LayoutProps, 'screen'> {
  /** Draws the records of a page: as a table where nothing is said. */
  readonly Rows?: ComponentType<PageProps>;
}

/** The rows, or the placeholder for no rows. */
export function ListContent(props: ListContentProps) {
  const {
    Rows = props.state.group === null ? ListTable : GroupedListTable,
    entity,
    columns,
    answer,
    slow,
    busy,
    state,
    defaults,
    title,
    selection,
    query,
    create,
    onChange,
  } = props;
  const remember = usePlace(answer !== undefined);
  if (answer === undefined) return slow ? <ListSkeleton rows={10} columns={columns.length} /> : null;
  if (answer.items.length === 0 && state.page === 1 && state.folded.length === 0) {
    const isNamed = state.where !== null || state.block !== null || state.waiting !== null || isTimed(state);
    const narrowed = state.filters.length > 0 || isNamed || state.search !== '';
    const isPart = new URLSearchParams(query).has('screen');
    const shown = { entity, narrowed, isPart, create };
    return <ListEmpty {...shown} onClear={() => onChange(CLEARED)} />;
  }
  return (
    <div className={styles['rows']}>
      <Boundary place={{ part: 'list', entity: entity.id }} again={answer}>
        <Rows
          entity={entity}
          columns={columns}
          items={answer.items}
          sort={state.sort}
          onSort={(field) => onChange({ sort: nextSort(state.sort, field, defaults) })}
          onOpen={remember}
          busy={busy}
          label={title}
          selection={selection}
          query={query}
          filter={props.filter}
          look={props.look}
          lookOf={props.lookOf}
          tools={props.tools}
          state={state}
          isLast={answer.next === null}
          onChange={onChange}
        />
      </Boundary>
      <Paging state={state} answer={answer} onChange={onChange} />
    </div>
  );
}
