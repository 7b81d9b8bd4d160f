import { Button } from '@mantine/core';
import { fieldToSet, PLAIN_FIELD, type Field, type LimitEntry, type Wire } from '@ninefold/model';
import { FieldInput } from '../../fields/inputs/field-input.tsx';
import { useTitled } from '../../fields/pickers/use-titled.ts';
import { useModel, useScope } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import classes from './limits.module.css';

/** A day of a list that is entered. */
interface Item {
  readonly key: number;
  readonly value: Wire;
}

/** One value as it is entered; `from` where the limit changes on days. */
export interface Row {
  readonly key: number;
  readonly from: Wire;
  readonly value: Wire;
  /** The days of a list that the limit holds from a day on; null where it holds one value. */
  readonly items: readonly Item[] | null;
}

const DAY: Field = { ...PLAIN_FIELD, id: 'from', type: 'date', era: false };

export function itemsOf(values: readonly Wire[]): readonly Item[] {
  return values.map((value, key) => ({ key, value }));
}

/** A key that none of these has. */
export function nextKey(all: readonly { readonly key: number }[]): number {
  return Math.max(-1, ...all.map(({ key }) => key)) + 1;
}

/** The control of a part of a row. */
export function idOf({ key }: Row, part: 'from' | 'value'): string {
  return `limit-${String(key)}-${part}`;
}

/** The control of a day of a list. */
export function idOfItem(row: Row, { key }: Item): string {
  return `${idOf(row, 'value')}-${String(key)}`;
}

interface Wrong {
  readonly code: string;
  readonly text: string;
}

interface EntryProps {
  readonly limit: LimitEntry;
  readonly row: Row;
  readonly index: number;
  /** What is wrong with the control of this id. */
  readonly wrong: (id: string) => Wrong | null;
  readonly onChange: (part: Partial<Row>, id: string) => void;
  readonly onLeft: (id: string) => void;
  /** Null where it is the only one. */
  readonly onRemove: (() => void) | null;
}

/** A value of a limit, with the day from which on it counts where the limit changes on days. */
export function Entry({ limit, row, index, wrong, onChange, onLeft, onRemove }: EntryProps) {
  const { t, limit: name } = useTexts();
  const { currency } = useModel();
  const field = fieldToSet(limit, currency);
  const { items } = row;
  const change = (changed: readonly Item[], id = ''): void => onChange({ items: changed }, id);
  const control = (id: string) => ({ limit, id, wrong: wrong(id), onLeft });
  const value = idOf(row, 'value');
  const from = idOf(row, 'from');
  return (
    <div className={classes['row']} data-nf-limit-row={index}>
      {limit.dated.length > 0 && (
        <Control
          {...control(from)}
          field={DAY}
          label={t('limit_page.from')}
          value={row.from}
          onChange={(next) => onChange({ from: next }, from)}
        />
      )}
      {items === null ? (
        <Control
          {...control(value)}
          field={field}
          label={name(limit.id)}
          value={row.value}
          onChange={(next) => onChange({ value: next }, value)}
        />
      ) : (
        <fieldset className={classes['days']}>
          <legend>{name(limit.id)}</legend>
          {items.map((item, at) => (
            <div key={item.key} className={classes['row']}>
              <Control
                {...control(idOfItem(row, item))}
                field={field}
                label={t('limit_page.day', { number: at + 1 })}
                value={item.value}
                onChange={(next) =>
                  change(
                    items.map((each) => (each === item ? { ...each, value: next } : each)),
                    idOfItem(row, item),
                  )
                }
              />
              <Button variant="default" size="xs" onClick={() => change(items.filter((each) => each !== item))}>
                {t('limit_page.remove')}
              </Button>
            </div>
          ))}
          <Button
            variant="default"
            size="xs"
            onClick={() => change([...items, { key: nextKey(items), value: null }])}
            data-nf-limit-add-day
          >
            {t('limit_page.add_day')}
          </Button>
        </fieldset>
      )}
      {onRemove !== null && (
        <Button variant="default" size="xs" onClick={onRemove}>
          {t('limit_page.remove')}
        </Button>
      )}
    </div>
  );
}

interface ControlProps {
  readonly limit: LimitEntry;
  readonly field: Field;
  readonly id: string;
  readonly label: string;
  readonly value: Wire;
  readonly wrong: Wrong | null;
  readonly onChange: (value: Wire) => void;
  readonly onLeft: (id: string) => void;
}

/** A label, its control, and what is wrong with what stands there. */
function Control({ limit, field, id, label, value, wrong, onChange, onLeft }: ControlProps) {
  const scope = useScope();
  const shown = useTitled(field, value);
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <FieldInput
        id={id}
        field={field}
        place={{ entity: '', limit: limit.id }}
        required
        scope={scope}
        value={shown}
        onChange={onChange}
        onBlur={() => onLeft(id)}
        label={undefined}
        invalid={wrong !== null}
        describedBy={wrong === null ? undefined : `${id}-error`}
      />
      {wrong && (
        <p id={`${id}-error`} className={classes['wrong']} data-nf-error={wrong.code}>
          {wrong.text}
        </p>
      )}
    </div>
  );
}
