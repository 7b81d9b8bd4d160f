import { partsOf, type RecordValue, screenPath } from '@ninefold/model';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Cell } from '../../fields/cells/cell.tsx';
import { ObjectCell } from '../../fields/cells/object-cell.tsx';
import { cellOf } from '../../fields/cells/registry.ts';
import { columnLabel, useUnits } from '../../fields/cells/column-label.ts';
import { Scroller } from '../../kit/page/scroller.tsx';
import { valueRead } from '../../fields/cells/value-read.ts';
import { StateBadge } from '../../fields/cells/state-badge.tsx';
import { useModel } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { SystemValue } from './system-value.tsx';
import classes from './home.module.css';

interface RowsProps {
  readonly entity: string;
  readonly columns: readonly string[];
  readonly items: readonly RecordValue[];
  readonly title: string;
  /** What a row offers at its end. */
  readonly beside?: (record: RecordValue) => ReactNode;
}

/** The first cell names the row and links to it. A reference shows only its title there, because a link cannot contain a link. */
function RowName({ entity, column, record }: ValueProps) {
  const value = column === null ? null : record[column];
  const isReference = typeof value === 'object' && value !== null && 'id' in value;
  const title = isReference && 'title' in value && typeof value.title === 'string' ? value.title : record.title;
  if (column === null || isReference || value === null || value === '') return <bdi>{title ?? record.id}</bdi>;
  return <Value entity={entity} column={column} record={record} />;
}

interface ValueProps {
  readonly entity: string;
  readonly column: string | null;
  readonly record: RecordValue;
}

function Value({ entity, column, record }: ValueProps & { readonly column: string }) {
  const fields = useModel().entities[entity]?.fields ?? {};
  const field = fields[column];
  const { language } = useTexts();
  const value = field ? valueRead(field, record, language).value : record[column];
  const parts = (partsOf(fields).get(column) ?? []).flatMap((part) => fields[part] ?? []);
  if (parts.length > 0) return <ObjectCell entity={entity} fields={parts} record={record} />;
  if (field) return <Cell field={field} value={value} place={{ entity, record }} compact />;
  if (column === 'state' && typeof value === 'string') return <StateBadge entity={entity} state={value} />;
  return <SystemValue value={value} />;
}

/** A few records as a table. */
export function Rows({ entity, columns, items, title, beside }: RowsProps) {
  const texts = useTexts();
  const model = useModel();
  const unit = useUnits();
  const [first = null, ...rest] = columns;
  const fields = model.entities[entity]?.fields ?? {};
  const head = (column: string): string => {
    const field = fields[column];
    return columnLabel(texts.field(entity, column), field ? unit(field) : null);
  };
  const align = (column: string): string | undefined => {
    const field = fields[column];
    return classes[field ? cellOf(field).align : 'start'];
  };
  return (
    <Scroller label={title}>
      <table lang={texts.written} className={classes['table']}>
        <thead>
          <tr>
            <th scope="col" className={first === null ? undefined : align(first)}>
              {first === null ? texts.entity(entity) : head(first)}
            </th>
            {rest.map((column) => (
              <th key={column} scope="col" className={align(column)}>
                {head(column)}
              </th>
            ))}
            {beside && (
              // Nothing stands above the buttons, which have names of their own.
              // oxlint-disable-next-line jsx-a11y/control-has-associated-label
              <td />
            )}
          </tr>
        </thead>
        <tbody>
          {items.map((record) => (
            <tr key={record.id} data-nf-record={record.id}>
              <th scope="row" className={first === null ? undefined : align(first)}>
                <Link to={screenPath(model, entity, 'record', record.id) ?? '#'}>
                  <RowName entity={entity} column={first} record={record} />
                </Link>
              </th>
              {rest.map((column) => (
                <td key={column} className={align(column)} data-label={head(column)}>
                  <Value entity={entity} column={column} record={record} />
                </td>
              ))}
              {beside && <td className={classes['beside']}>{beside(record)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}
