import { Checkbox, Group, Radio, Stack } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query';
import { type ReactNode, useId } from 'react';
import { useListQuery } from '../../base/calls/record-api.ts';
import { useFormat } from '../../base/format/use-format.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import styles from './filters.module.css';
import type { ValuesProps } from './values-props.ts';

interface FilterOptionsProps extends ValuesProps {
  readonly options: readonly { readonly id: string; readonly text: string }[];
  readonly single?: boolean;
}

/** The options of a field, with how many records of the list have each. */
export function FilterOptions(props: FilterOptionsProps) {
  const { about, current, onChange, options, single = false } = props;
  const counts = useCounts(props);
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

/** How many records have each option, whatever is chosen of this field; null where they cannot be counted, or not yet. */
function useCounts({ entity, about, query }: ValuesProps): ReadonlyMap<string, number> | null {
  const isLive = about.field?.computed?.live === true;
  const params = new URLSearchParams(query);
  for (const [name, value] of Object.entries({ facets: about.id, size: '1', total: 'none' })) params.set(name, value);
  const { data } = useListQuery(isLive ? skipToken : { entity: entity.id, query: params.toString() });
  const facet = data?.facets?.[about.id];
  return facet === undefined ? null : new Map(facet.map(({ value, count }) => [String(value), count]));
}
