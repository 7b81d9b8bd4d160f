import { Combobox, ScrollArea } from '@mantine/core';
import type { Entity, Field, RecordValue } from '@ninefold/model';
import { useModel } from '../model/use-model.ts';
import { useListQuery } from '../record/record-api.ts';
import { toFailure } from '../store/failure.ts';
import { useTexts } from '../texts/use-texts.ts';
import type { InputProps } from './input-props.ts';
import styles from './inputs.module.css';
import { isOffered, offerQuery } from './offer.ts';

interface PickerOptionsProps {
  readonly input: InputProps<Extract<Field, { readonly to: string }>>;
  readonly search: string;
  readonly without: readonly string[];
  /** Greatest height in px. */
  readonly height: number;
  readonly onPick: (record: RecordValue) => void;
}

/** The records that a picker offers, or why there are none. */
export function PickerOptions(props: PickerOptionsProps) {
  const target = useModel().entities[props.input.field.to];
  const { t } = useTexts();
  return target ? <Offered {...props} target={target} /> : <Combobox.Empty>{t('inputs.no_permission')}</Combobox.Empty>;
}

function Offered({ input, search, without, height, onPick, target }: PickerOptionsProps & { readonly target: Entity }) {
  const { t, problem } = useTexts();
  const { field, scope } = input;
  const query = offerQuery(field, target, scope, search).toString();
  const { currentData, data, error, isFetching } = useListQuery({ entity: target.id, query });
  const answer = currentData ?? data;
  const items = (answer?.items ?? []).filter(
    (record) => !without.includes(record.id) && isOffered(field, record, scope),
  );
  const more = Math.max(0, (answer?.total ?? 0) - (answer?.items.length ?? 0));
  if (error) {
    const failure = toFailure(error);
    return <Combobox.Empty>{problem({ code: failure.code, params: {} })}</Combobox.Empty>;
  }
  return (
    <Combobox.Options aria-busy={isFetching} mah={height} className={styles['options']}>
      <ScrollArea.Autosize mah={height} type="auto">
        {items.map((record) => (
          <Combobox.Option
            key={record.id}
            value={record.id}
            onClick={() => onPick(record)}
            onMouseDown={(event) => event.preventDefault()}
          >
            <bdi>{record.title ?? record.id}</bdi>
          </Combobox.Option>
        ))}
        {items.length === 0 && (
          <Combobox.Empty>{isFetching ? t('inputs.searching') : t('inputs.nothing_found')}</Combobox.Empty>
        )}
        {more > 0 && <Combobox.Footer>{t('inputs.more', { count: more })}</Combobox.Footer>}
      </ScrollArea.Autosize>
    </Combobox.Options>
  );
}
