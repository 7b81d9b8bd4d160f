import { Button, Checkbox, Radio } from '@mantine/core';
import { ArrowDown, ArrowUp, Minus, Pin, Plus } from 'lucide-react';
import { isTranslation, objectOf, ROW_HEIGHTS, type Entity, type ListLook } from '@ninefold/model';
import { type ReactNode, useMemo } from 'react';
import { cellOf } from '../../fields/cells/registry.ts';
import { ToolButton } from '../../kit/controls/tool-button.tsx';
import { useRights } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { columnsOf, type Column } from '../rows/columns.ts';
import { ownLook, withColumn, withMoved, withWidth, type OwnLook } from './changed-look.ts';
import styles from './looks.module.css';
import { MOST_PINS } from './use-pins.ts';

export interface ColumnsBoxProps {
  readonly entity: Entity;
  readonly columns: readonly Column[];
  readonly look: ListLook;
  /** Null: as the list came. */
  readonly onChange: (look: ListLook | null) => void;
  /** What else is chosen of how the list looks. */
  readonly children?: ReactNode;
}

/** A press of a key or a button makes a column so much wider or narrower. */
const STEP_PX = 24;

/** Which columns a list shows, in which order and how wide, which of them stay, and how high its rows are. */
export function ColumnsBox({ entity, columns, look, onChange, children }: ColumnsBoxProps) {
  const { t, field } = useTexts();
  const rights = useRights();
  const own = useMemo(
    () =>
      ownLook(
        look,
        columns.map(({ id }) => id),
      ),
    [look, columns],
  );
  const hidden = useMemo(
    () => columnsOf(entity, possible(entity), rights).filter(({ id }) => columns.every((one) => one.id !== id)),
    [entity, rights, columns],
  );
  return (
    <div data-nf-columns-box>
      <p className={styles['title']}>{t('looks.columns')}</p>
      <ul className={styles['columns']}>
        {columns.map(({ id }, index) => (
          <li key={id} data-nf-column-row={id}>
            <Checkbox
              label={field(entity.id, id)}
              checked
              onChange={() => onChange(withColumn(own, id, false))}
              data-nf-show={id}
            />
            <Tools own={own} id={id} index={index} label={field(entity.id, id)} onChange={onChange} />
          </li>
        ))}
        {hidden.map(({ id }) => (
          <li key={id} data-nf-column-row={id}>
            <Checkbox
              label={field(entity.id, id)}
              checked={false}
              onChange={() => onChange(withColumn(own, id, true))}
              data-nf-show={id}
            />
          </li>
        ))}
      </ul>
      <Radio.Group
        value={String(look.height)}
        onChange={(next) => onChange({ ...look, height: ROW_HEIGHTS.find((one) => String(one) === next) ?? 40 })}
        aria-label={t('looks.height')}
      >
        <fieldset className={styles['heights']}>
          {ROW_HEIGHTS.map((height) => (
            <Radio key={height} value={String(height)} label={t(`looks.height_${height}`)} data-nf-height={height} />
          ))}
        </fieldset>
      </Radio.Group>
      <Checkbox
        label={t('looks.totals')}
        checked={look.totals}
        onChange={(event) => onChange({ ...look, totals: event.currentTarget.checked })}
        mb="sm"
        data-nf-show-totals
      />
      {children}
      <Button variant="subtle" size="compact-sm" onClick={() => onChange(null)} data-nf-look-reset>
        {t('looks.reset')}
      </Button>
    </div>
  );
}

interface ToolsProps {
  readonly own: OwnLook;
  readonly id: string;
  readonly index: number;
  readonly label: string;
  readonly onChange: (look: ListLook) => void;
}

/** What can be done with a column that is shown. */
function Tools({ own, id, index, label, onChange }: ToolsProps) {
  const { t } = useTexts();
  const wider = (by: number) => (): void =>
    onChange(withWidth(own, id, (own.columns[index]?.width ?? widthOf(id)) + by));
  const isPinned = index < own.pinned;
  const canPin = index < MOST_PINS;
  const pin = (): void => {
    if (canPin) onChange({ ...own, pinned: isPinned ? index : index + 1 });
  };
  const last = own.columns.length - 1;
  return (
    <>
      <ToolButton
        glyph={Pin}
        name="pin"
        label={t('looks.pin', { column: label })}
        pressed={isPinned}
        on={canPin}
        press={pin}
      />
      <ToolButton
        glyph={Minus}
        name="narrower"
        label={t('looks.narrower', { column: label })}
        on
        press={wider(-STEP_PX)}
      />
      <ToolButton glyph={Plus} name="wider" label={t('looks.wider', { column: label })} on press={wider(STEP_PX)} />
      <ToolButton
        glyph={ArrowUp}
        name="up"
        label={t('looks.earlier', { column: label })}
        on={index > 0}
        press={() => onChange(withMoved(own, id, -1))}
      />
      <ToolButton
        glyph={ArrowDown}
        name="down"
        label={t('looks.later', { column: label })}
        on={index < last}
        press={() => onChange(withMoved(own, id, 1))}
      />
    </>
  );
}

/** How wide a column is that nobody has sized. */
function widthOf(id: string): number {
  return document.querySelector<HTMLElement>(`main thead th[data-nf-field="${CSS.escape(id)}"]`)?.offsetWidth ?? 160;
}

/** Every column that a list of these records can have. */
function possible(entity: Entity): readonly string[] {
  const own = Object.values(entity.fields)
    .filter((field) => cellOf(field).isColumn && !isTranslation(field))
    .map((field) => objectOf(field.id) ?? field.id);
  return [...new Set(['state', ...own, 'created_at', 'created_by', 'changed_at', 'changed_by'])];
}
