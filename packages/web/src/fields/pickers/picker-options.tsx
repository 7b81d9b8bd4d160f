import { Combobox, ScrollArea } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { canEver, type Entity, type Field, type ReferenceValue } from '@ninefold/model';
import { Cell } from '../cells/cell.tsx';
import { valueRead } from '../cells/value-read.ts';
import { ErrorCode } from '../../kit/messages/error-code.tsx';
import { useModel, useRights } from '../../base/model/use-model.ts';
import { useOffersQuery, type OffersCall } from '../../base/calls/offers-api.ts';
import { toFailure, type Failure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { useCreateSheet } from './create-sheet.ts';
import type { InputProps } from '../contract/input-kind.ts';
import styles from './pickers.module.css';
import { byTitle } from './matches.ts';
import { isOffered, offersCall, secondaryField } from './offer.ts';
import { unfilledFor } from './unfilled.ts';
import { fieldTexts } from '../contract/field-place.ts';
import { joinWords } from '../../base/texts/words.ts';

export interface PickerOptionsProps {
  readonly input: InputProps<Extract<Field, { readonly to: string }>>;
  readonly search: string;
  readonly without: readonly string[];
  /** Ids of records chosen last, which are offered first while nothing is typed. */
  readonly recent: readonly string[];
  /** Greatest height, as CSS. */
  readonly height: string;
  readonly onPick: (record: ReferenceValue) => void;
  readonly onCreate: (text: string) => void;
  /** Called when records for this text stand in the list. */
  readonly onFound: (search: string) => void;
}

/** The records that a picker offers, or why there are none. */
export function PickerOptions(props: PickerOptionsProps) {
  const target = useModel().entities[props.input.field.to];
  const { t } = useTexts();
  return target ? <Offered {...props} target={target} /> : <Combobox.Empty>{t('inputs.no_permission')}</Combobox.Empty>;
}

type OfferedProps = PickerOptionsProps & { readonly target: Entity };

function Offered(props: OfferedProps) {
  const { input, search, height, target } = props;
  const { t } = useTexts();
  const { field, place, scope } = input;
  const asked = { field, place, target, scope };
  const found = useOffers(props, offersCall({ ...asked, search }), false);
  const isResting = search === '' && props.recent.length > 0;
  const last = useOffers(props, offersCall({ ...asked, only: props.recent }), !isResting);
  const recent = isResting ? props.recent.flatMap((id) => last.items.find((record) => record.id === id) ?? []) : [];
  const { language } = useTexts();
  const rest = found.items.filter((record) => !recent.includes(record) && !recent.some(({ id }) => id === record.id));
  const others = byTitle(found.more > 0 ? rest : inOrder(rest, language), search);
  const { onFound } = props;
  const isFound = search !== '' && !found.busy && others.length > 0;
  useEffect(() => {
    if (isFound) onFound(search);
    // Once for each text.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isFound, search]);
  const option = (record: ReferenceValue): ReactNode => (
    <Option key={record.id} record={record} target={target} onPick={() => props.onPick(record)} />
  );
  return (
    <Combobox.Options aria-busy={found.busy} mah={height} className={styles['options']}>
      <ScrollArea.Autosize mah={height} type="auto">
        {recent.length > 0 ? (
          <>
            <Combobox.Group label={t('inputs.recent')}>{recent.map(option)}</Combobox.Group>
            {others.length > 0 && <Combobox.Group label={t('inputs.all')}>{others.map(option)}</Combobox.Group>}
          </>
        ) : (
          others.map(option)
        )}
        {found.failure !== null ? (
          <Failed failure={found.failure} onRetry={found.retry} />
        ) : (
          recent.length + others.length === 0 && (
            <Combobox.Empty data-nf-picker-empty>
              {found.busy ? t('inputs.searching') : <Nothing input={input} />}
            </Combobox.Empty>
          )
        )}
        {found.more > 0 && (
          <Combobox.Footer data-nf-picker-more>{t('inputs.more', { count: found.more })}</Combobox.Footer>
        )}
        <CreateOption target={target} text={search} onCreate={props.onCreate} />
      </ScrollArea.Autosize>
    </Combobox.Options>
  );
}

/** That nothing is offered, and which fields decide that as long as they are empty. */
function Nothing({ input: { field, place, scope } }: Pick<PickerOptionsProps, 'input'>) {
  const texts = useTexts();
  const entity = useModel().entities[place.entity];
  const unfilled = entity === undefined ? [] : unfilledFor(field, place, entity, scope);
  if (unfilled.length === 0) return texts.t('inputs.nothing_found');
  const names = unfilled.map((one) =>
    texts.t('inputs.quoted', { name: fieldTexts(texts, one.place).label(one.field) }),
  );
  return texts.t('inputs.nothing_yet', { fields: joinWords(names, texts.language) });
}

/** By title, as the language sorts them; of more records than are offered the server decides which come first. */
function inOrder(records: readonly ReferenceValue[], language: string): readonly ReferenceValue[] {
  const { compare } = new Intl.Collator(language, { numeric: true });
  return records.toSorted((one, other) => compare(one.title ?? one.id, other.title ?? other.id));
}

interface Found {
  readonly items: readonly ReferenceValue[];
  readonly more: number;
  readonly busy: boolean;
  readonly failure: Failure | null;
  readonly retry: () => void;
}

function useOffers({ input, without }: OfferedProps, call: OffersCall, skip: boolean): Found {
  const answer = useOffersQuery(call, { skip });
  const list = answer.currentData ?? answer.data;
  const items = (skip ? [] : (list?.items ?? [])).filter(
    (record) => !without.includes(record.id) && isOffered(input.field, record, input.scope),
  );
  return {
    items,
    more: Math.max(0, (list?.total ?? 0) - (list?.items.length ?? 0)),
    busy: answer.isFetching,
    failure: answer.error === undefined ? null : toFailure(answer.error),
    retry: () => void answer.refetch(),
  };
}

/** Keeps the focus in the box while an option is pressed. */
const KEEPS_FOCUS = { onMouseDown: (event: { preventDefault(): void }): void => event.preventDefault() };

interface OptionProps {
  readonly record: ReferenceValue;
  readonly target: Entity;
  readonly onPick: () => void;
}

/** A record by its title, with the field that distinguishes it from others below. */
function Option({ record, target, onPick }: OptionProps) {
  const second = secondaryField(target);
  const { language } = useTexts();
  const value = second === null ? null : (valueRead(second, record, language).value ?? null);
  return (
    <Combobox.Option value={record.id} onClick={onPick} {...KEEPS_FOCUS}>
      <bdi>{record.title ?? record.id}</bdi>
      {second !== null && value !== null && value !== '' && (
        <span className={styles['second']} data-nf-picker-second>
          <Cell field={second} value={value} place={{ entity: target.id }} compact />
        </span>
      )}
    </Combobox.Option>
  );
}

function Failed({ failure, onRetry }: { readonly failure: Failure; readonly onRetry: () => void }) {
  const { t, problem } = useTexts();
  return (
    <>
      <Combobox.Empty data-nf-error={failure.code}>
        {problem({ code: failure.code, params: {} })} <ErrorCode code={failure.code} />
      </Combobox.Empty>
      <Combobox.Option value="" onClick={onRetry} {...KEEPS_FOCUS}>
        {t('error.retry')}
      </Combobox.Option>
    </>
  );
}

interface CreateOptionProps {
  readonly target: Entity;
  readonly text: string;
  readonly onCreate: (text: string) => void;
}

/** Offers to create a record with this text, if the user may. */
function CreateOption({ target, text, onCreate }: CreateOptionProps) {
  const { t } = useTexts();
  const mayCreate = canEver(useRights(), target.id, 'create');
  if (useCreateSheet() === null || !mayCreate || text === '') return null;
  return (
    <Combobox.Option
      value={`create ${text}`}
      onClick={() => onCreate(text)}
      {...KEEPS_FOCUS}
      className={styles['create']}
      data-nf-picker-create
    >
      <Plus size={14} aria-hidden /> {t('inputs.create', { name: text })}
    </Combobox.Option>
  );
}
