import type { Field, Scope, Wire } from '@ninefold/model';
import { Cell } from '../cells/cell.tsx';
import { cellOf } from '../cells/registry.ts';
import { SeenValues } from '../messages/seen-values.tsx';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { useFieldTexts, type FieldPlace } from '../contract/field-place.ts';
import { FieldInput } from './field-input.tsx';
import styles from './inputs.module.css';
import { useFormPlace } from '../contract/form-place.ts';

interface LineCellProps {
  readonly column: Field;
  /** Whether the line does not have the field now. */
  readonly isHidden: boolean;
  readonly place: FieldPlace;
  /** `lines[1].qty` */
  readonly path: string;
  readonly value: Wire | undefined;
  /** The line as it will be, defaults and computed values included. */
  readonly settled: { readonly [name: string]: Wire } | undefined;
  readonly scope: Scope;
  readonly onChange: (value: Wire) => void;
  readonly onBlur: () => void;
}

/** One cell of an editable line, with its message under it. */
export function LineCell({ column, isHidden, place, path, value, settled, scope, onChange, onBlur }: LineCellProps) {
  const form = useFormPlace();
  const { t } = useTexts();
  const texts = useFieldTexts(place);
  const id = form.controlId(path);
  const messages = form.messages(path);
  const shown = value === undefined ? (settled?.[column.id] ?? null) : value;
  const label = texts.label(column);
  const row = Number(/\[(\d+)\]/.exec(path)?.[1] ?? 0) + 1;
  if (isHidden) return <td className={styles['hiddenCell']} data-nf-field={path} aria-label={label} />;
  return (
    <td data-nf-field={path} data-label={label}>
      {column.computed === null && !column.readOnly ? (
        <FieldInput
          field={column}
          place={place}
          id={id}
          value={shown}
          onChange={onChange}
          onBlur={onBlur}
          invalid={messages.length > 0}
          required={column.required}
          describedBy={messages.length > 0 ? `${id}-error` : undefined}
          label={t('inputs.in_line', { field: label, number: row })}
          scope={{ ...scope, line: settled ?? {} }}
        />
      ) : (
        <span className={styles[cellOf(column).align === 'end' ? 'computed' : 'readonly']}>
          <Cell
            field={column}
            value={settled?.[column.id]}
            place={{ ...place, ...(scope.record ? { record: scope.record } : {}), line: settled ?? {} }}
            compact
          />
        </span>
      )}
      {messages.length > 0 && (
        <div id={`${id}-error`} className={styles['error']}>
          {messages.map(({ code, text, why }) => (
            <div key={code} data-nf-error={code}>
              {text}
              <SeenValues entity={form.entity} why={why} />
            </div>
          ))}
        </div>
      )}
    </td>
  );
}
