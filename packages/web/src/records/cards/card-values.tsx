import type { ReactNode } from 'react';
import { isTruth, type Entity, type Field, type RecordValue } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { Cell } from '../../fields/cells/cell.tsx';
import { isMark, MarkValue } from '../../fields/cells/field-view.tsx';
import { cellOf } from '../../fields/cells/registry.ts';
import { isBlankObject, ObjectCell } from '../../fields/cells/object-cell.tsx';
import { StateBadge } from '../../fields/cells/state-badge.tsx';
import { valueRead } from '../../fields/cells/value-read.ts';
import type { Column } from '../rows/columns.ts';
import styles from './cards.module.css';
import { isBlank } from '../../fields/cells/is-blank.ts';

interface CardValuesProps {
  readonly entity: Entity;
  readonly columns: readonly Column[];
  readonly record: RecordValue;
  /** Whether the names of the columns are seen; without it they are read out alone. */
  readonly named?: boolean;
}

/** The values of a card; blank ones are left out. */
export function CardValues({ entity, columns, record, named = false }: CardValuesProps) {
  return (
    <dl className={styles[named ? 'named' : 'values']}>
      {columns.map((column) => (
        <CardValue key={column.id} entity={entity} column={column} record={record} named={named} />
      ))}
    </dl>
  );
}

interface CardValueProps extends Required<Omit<CardValuesProps, 'columns'>> {
  readonly column: Column;
}

function CardValue({ entity, column, record, named }: CardValueProps) {
  const texts = useTexts();
  const label = texts.field(entity.id, column.id);
  if (column.parts.length > 0) {
    if (isBlankObject(column.parts, record)) return null;
    return (
      <Labelled label={label} named={named}>
        <ObjectCell entity={entity.id} fields={column.parts} record={record} />
      </Labelled>
    );
  }
  if (column.field === null) {
    if (record.state === undefined) return null;
    return (
      <Labelled label={label} named={named}>
        <StateBadge entity={entity.id} state={record.state} />
      </Labelled>
    );
  }
  const { value, language } = valueRead(column.field, record, texts.language);
  if (value === undefined || isBlank(value) || value === false) return null;
  if (isMark(column.field))
    return (
      <Labelled label={label} named={false}>
        <MarkValue entity={entity.id} field={column.field} record={record} />
      </Labelled>
    );
  return (
    <Labelled label={label} named={named} lang={language ?? undefined}>
      <Cell
        field={column.field}
        value={value}
        place={{ entity: entity.id, record }}
        compact={isCompact(column.field, named)}
      />
    </Labelled>
  );
}

/** No head of a column says a unit here, so that numbers have theirs; beside its name what is true is a yes. */
function isCompact(field: Field, named: boolean): boolean {
  return !cellOf(field).isNumber && !(named && isTruth(field.type));
}

interface LabelledProps {
  readonly label: string;
  readonly named: boolean;
  readonly lang?: string | undefined;
  readonly children: ReactNode;
}

function Labelled({ label, named, lang, children }: LabelledProps) {
  return (
    <div title={named ? undefined : label}>
      <dt className={named ? undefined : 'nf-hidden'}>{label}</dt>
      <dd lang={lang}>{children}</dd>
    </div>
  );
}
