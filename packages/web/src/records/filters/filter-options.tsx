import { Checkbox, Group, Radio, Stack } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useMe } from '../../base/model/use-model.ts';
import { useFormat } from '../../base/format/use-format.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import styles from './filters.module.css';
import { useFacet } from './use-facet.ts';
import type { ValuesProps } from './values-props.ts';

interface FilterOptionsProps extends ValuesProps {
  readonly options: readonly { readonly id: string; readonly text: string }[];
  readonly single?: boolean;
}

/** The options of a field, with how many records of the list have each. */
export function FilterOptions(props: FilterOptionsProps) {
  const { about, current, onChange, options, single = false } = props;
  const facet = useFacet(props) ?? null;
  const me = useMe().id;
  const counts =
    facet &&
    new Map(
      facet.flatMap(({ value, count }) => (value === me ? ['me', me] : [String(value)]).map((id) => [id, count])),
    );
  const chosen = current.flatMap((filter) => filter.value.split(',')).filter((each) => each !== '');
  const toggle = (id: string, on: boolean): void => {
    const next = single
      ? [id]
      : options.map((each) => each.id).filter((each) => (each === id ? on : chosen.includes(each)));
    const op = single ? 'eq' : 'in';
    onChange(next.length === 0 ? [] : [{ field: about.id, op, value: next.join() }], true);
  };
  const Control = single ? Radio : Checkbox;
  return (
    <Stack gap="sm">
      {options.map(({ id, text }) => (
        <Option key={id} count={counts?.get(id) ?? (counts === null ? null : 0)}>
          {(described) => (
            <Control
              label={text}
              checked={chosen.includes(id)}
              onChange={(event) => toggle(id, event.currentTarget.checked)}
              {...described}
            />
          )}
        </Option>
      ))}
    </Stack>
  );
}

interface OptionProps {
  /** Null while it is not known. */
  readonly count: number | null;
  readonly children: (described: { readonly 'aria-describedby'?: string }) => ReactNode;
}

/** One option, and beside it how many records have it. The control stays the same one, with its focus, when the number arrives. */
function Option({ count, children }: OptionProps) {
  const id = useId();
  return (
    <Group justify="space-between" wrap="nowrap">
      {children(count === null ? {} : { 'aria-describedby': id })}
      {count !== null && <OptionCount id={id} count={count} />}
    </Group>
  );
}

function OptionCount({ id, count }: { readonly id: string; readonly count: number }) {
  const { t } = useTexts();
  const { number } = useFormat();
  const shown = number(count, 0);
  return (
    <span className={styles['optionCount']} data-nf-option-count>
      <span aria-hidden>{shown}</span>
      <span className="nf-hidden" id={id}>
        {t('list.found', { count, total: shown })}
      </span>
    </span>
  );
}
