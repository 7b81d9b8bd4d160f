import { Link, useLocation } from 'react-router';
import { type RecordValue, screenPath } from '@ninefold/model';
import { useModel } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { SelectPage, SelectRecord } from '../bulk/select-box.tsx';
import { openRow } from '../rows/open-row.ts';
import type { RowsProps } from '../rows/rows-props.ts';
import { fromListState } from '../rows/from-list.ts';
import { CardValues } from './card-values.tsx';
import styles from './cards.module.css';
import { isInTitle } from './in-title.ts';

/** A page of records as cards. */
export function CardRows(props: RowsProps) {
  const { items, selection, busy, label } = props;
  const { written } = useTexts();
  return (
    <>
      {selection && (
        <div className={styles['all']}>
          <SelectPage selection={selection} rows={items.length} />
        </div>
      )}
      <ul className={styles['cards']} lang={written} aria-label={label} aria-busy={busy} data-nf-cards>
        {items.map((record) => (
          <Card key={record.id} {...props} record={record} />
        ))}
      </ul>
    </>
  );
}

/** One record: what names it, its columns, and its selection. The whole card opens it. */
function Card({ entity, columns, selection, query, record, onOpen }: RowsProps & { readonly record: RecordValue }) {
  const path = screenPath(useModel(), entity.id, 'record', record.id);
  const { pathname, search } = useLocation();
  const title = <bdi>{record.title ?? record.id}</bdi>;
  return (
    // By keyboard the link opens the record, and the key X selects it.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <li
      className={styles['card']}
      data-nf-record={record.id}
      data-selected={selection?.has(record.id) || undefined}
      onClick={openRow}
      onAuxClick={openRow}
    >
      <div className={styles['title']}>
        {selection && (
          <span data-nf-check>
            <SelectRecord selection={selection} record={record} />
          </span>
        )}
        {path === null ? (
          title
        ) : (
          <Link
            to={path}
            state={fromListState({ query, address: pathname + search })}
            data-nf-open={record.id}
            onClick={() => onOpen(record.id)}
          >
            {title}
          </Link>
        )}
      </div>
      <CardValues entity={entity} columns={columns.filter(({ id }) => !isInTitle(entity, id))} record={record} named />
    </li>
  );
}
