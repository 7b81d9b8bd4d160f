import { Button, CloseButton } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useRef } from 'react';
import {
  hiddenInLine,
  idOf,
  isGivable,
  openInLine,
  otherTargets,
  sameValue,
  type Field,
  type LinesField,
  type Wire,
} from '@ninefold/model';
import { columnLabel, useUnits } from '../cells/column-label.ts';
import { LineTotals } from '../cells/line-totals.tsx';
import { SeenValues } from '../messages/seen-values.tsx';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { useFieldTexts } from '../contract/field-place.ts';
import type { InputKind, InputProps } from '../contract/input-kind.ts';
import { linesOf } from '../contract/lines.ts';
import styles from './inputs.module.css';
import { LineCell } from './line-cell.tsx';
import { useFormPlace } from '../contract/form-place.ts';

/** A table of lines to edit; computed columns follow what is typed. */
function LinesInput(props: InputProps<LinesField>) {
  const { field, place, value, onChange, scope, id } = props;
  const { t } = useTexts();
  const form = useFormPlace();
  const body = useRef<HTMLTableSectionElement>(null);
  const lines = linesOf(value);
  const settled = linesOf(scope.record?.[field.id]);
  const before = linesOf(scope.before?.[field.id]);
  const change = (index: number, column: Field, to: Wire): void => {
    // A record in one part of a reference leaves its other parts blank.
    const others = idOf(to) === null ? [] : otherTargets(column).map((other) => [other, null] as const);
    const changed = { [column.id]: to, ...Object.fromEntries(others) };
    onChange(lines.map((line, at) => (at === index ? { ...line, ...changed } : line)));
  };
  const focusRow = (index: number): void => {
    requestAnimationFrame(() => {
      const row = body.current?.rows[Math.max(0, index)];
      (row?.querySelector<HTMLElement>('input, select, textarea, button') ?? document.getElementById(id))?.focus();
    });
  };
  const add = (): void => {
    onChange([...lines, {}]);
    focusRow(lines.length);
  };
  const remove = (index: number): void => {
    onChange(lines.filter((_, at) => at !== index));
    focusRow(Math.min(index, lines.length - 2));
  };
  return (
    <fieldset className={styles['lines']} aria-labelledby={`${id}-label`} aria-describedby={props.describedBy}>
      {lines.length > 0 && (
        <div className={styles['linesFrame']}>
          <table className={styles['linesTable']}>
            <LinesHead field={field} entity={place.entity} />
            <tbody ref={body}>
              {lines.map((line, index) => (
                // A new line has no id, so its index is the key.
                <tr key={String(line['id'] ?? `new ${index}`)}>
                  {columnsIn(props, line, { settled: settled[index], before }).map(({ column, isHidden }) => (
                    <LineCell
                      key={column.id}
                      column={column}
                      isHidden={isHidden}
                      place={{ entity: place.entity, lines: field.id }}
                      path={`${field.id}[${index}].${column.id}`}
                      value={isCopied(column, line, before) ? undefined : line[column.id]}
                      settled={settled[index]}
                      scope={scope}
                      onChange={(to) => change(index, column, to)}
                      onBlur={props.onBlur}
                    />
                  ))}
                  <td className={styles['removeCell']}>
                    <CloseButton
                      aria-label={t('inputs.remove_line', { number: index + 1 })}
                      onClick={() => remove(index)}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
            <LineTotals entity={place.entity} field={field} record={scope.record ?? undefined} further={1} />
          </table>
        </div>
      )}
      {lines.map((_, index) =>
        form.messages(`${field.id}[${index}]`).map(({ code, text, why }) => (
          <div key={`${index} ${code}`} className={styles['lineError']} data-nf-error={code}>
            {t('inputs.line_error', { number: index + 1, text })}
            <SeenValues entity={form.entity} why={why} />
          </div>
        )),
      )}
      <Button id={id} variant="default" leftSection={<Plus size={16} aria-hidden />} onClick={add}>
        {t('inputs.add_line')}
      </Button>
    </fieldset>
  );
}

type Line = ReturnType<typeof linesOf>[number];

function oldValue({ id }: Field, line: Line, before: readonly Line[]): Wire {
  return before.find((one) => one['id'] === line['id'])?.[id] ?? null;
}

/** A column as a line has it. */
interface Shown {
  /** `readOnly` where the line keeps what it has there. */
  readonly column: Field;
  readonly isHidden: boolean;
}

/** What nobody changed may be copied anew: what will be stored is shown. */
function isCopied(column: Field, line: Line, before: readonly Line[]): boolean {
  if (column.copy === null || line['id'] === undefined) return false;
  return sameValue(column, line[column.id] ?? null, oldValue(column, line, before));
}

/** The columns of a line: closed where it keeps what it has, gone where it has no such field, or a new line may not be given one. */
function columnsIn(
  { field, scope }: InputProps<LinesField>,
  line: Line,
  { settled = line, before }: { readonly settled: Line | undefined; readonly before: readonly Line[] },
): readonly Shown[] {
  const stored = line['id'] === undefined ? null : (before.find((one) => one['id'] === line['id']) ?? null);
  const open = openInLine(field, { line: settled, stored }, scope);
  const hidden = hiddenInLine(field, settled, scope);
  return Object.values(field.fields).map((column) => ({
    column: open.has(column.id) ? column : { ...column, readOnly: true },
    isHidden: hidden.has(column.id) || (stored === null && isGivable(column) && !open.has(column.id)),
  }));
}

function LinesHead({ field, entity }: { readonly field: LinesField; readonly entity: string }) {
  const { t } = useTexts();
  const texts = useFieldTexts({ entity, lines: field.id });
  const units = useUnits();
  return (
    <thead>
      <tr>
        {Object.values(field.fields).map((column) => (
          <th key={column.id} scope="col">
            {columnLabel(texts.label(column), units(column))}
            {column.required && <span className={styles['required']}>{t('form.required')}</span>}
          </th>
        ))}
        <th scope="col">
          <span className="nf-hidden">{t('inputs.actions')}</span>
        </th>
      </tr>
    </thead>
  );
}

export const linesInput: InputKind<LinesField> = {
  Input: LinesInput,
  isGroup: true,
  filter: null,
  readsRecord: () => true,
};
