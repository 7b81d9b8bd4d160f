import { Stack } from '@mantine/core';
import { CircleAlert } from 'lucide-react';
import { useEffect, useId, useRef, useState, type ComponentType } from 'react';
import {
  type Entity,
  type ErrorId,
  type Field,
  type Filter,
  type FilterOp,
  idOf,
  isReference,
  malformed,
  normalValue,
  optionsIn,
  PLAIN_REFERENCE,
  type Wire,
} from '@ninefold/model';
import { useScope } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { FieldInput } from '../../fields/inputs/field-input.tsx';
import { useTitled } from '../../fields/pickers/use-titled.ts';
import { useTold } from '../../fields/messages/use-told.ts';
import { leftoverIn } from '../../fields/contract/leftover.ts';
import { Loading } from '../../kit/messages/loading.tsx';
import { focusValues } from './focus-values.ts';
import { FilterOptions } from './filter-options.tsx';
import { useFacet } from './use-facet.ts';
import type { Filterable } from './filterable.ts';
import type { ValuesProps } from './values-props.ts';
import styles from './filters.module.css';

/** How a list asks for the values of a field. */
interface FilterForm {
  readonly Values: ComponentType<ValuesProps>;
  /** Whether it also asks for records without a value, or with any. */
  readonly canBeBlank: boolean;
  /** Whether values are typed, so that they narrow the list when typing pauses. */
  readonly isTyped: boolean;
}

function StateValues(props: ValuesProps) {
  const { entity } = props;
  const texts = useTexts();
  const states = Object.keys(entity.lifecycle?.states ?? {});
  return <FilterOptions {...props} options={states.map((id) => ({ id, text: texts.state(entity.id, id) }))} />;
}

function OptionValues(props: ValuesProps) {
  const { entity, about } = props;
  const texts = useTexts();
  const options = optionsIn(about.field) ?? [];
  return (
    <FilterOptions {...props} options={options.map((id) => ({ id, text: texts.option(entity.id, about.id, id) }))} />
  );
}

function BooleanValues(props: ValuesProps) {
  const { t } = useTexts();
  const options = [
    { id: 'true', text: t('inputs.yes') },
    { id: 'false', text: t('inputs.no') },
  ];
  return <FilterOptions {...props} single options={options} />;
}

/** The comparisons that are asked for, each with a control of its own, and the field whose control that is. */
interface Asked {
  readonly ops: readonly FilterOp[];
  readonly as: (field: Field) => Field;
}

const TEXT: Asked = {
  ops: ['has'],
  as: (field) => ({ ...field, type: 'string', format: null, pattern: null }),
};
const RECORD: Asked = {
  ops: ['eq'],
  as: (field) => (isReference(field) ? { ...PLAIN_REFERENCE, ...field, type: 'reference', where: null } : field),
};
const RANGE: Asked = { ops: ['ge', 'le'], as: (field) => field };

function TextValues(props: ValuesProps) {
  return <Bounds {...props} asked={TEXT} />;
}

/** Records that are few stand there with their counts, of more the reader picks one; who is asked for can be `me`. */
function RecordValues(props: ValuesProps) {
  const { about, current } = props;
  const { t } = useTexts();
  const facet = useFacet(props);
  const area = useRef<HTMLDivElement>(null);
  const isLoading = facet === undefined;
  useEffect(() => {
    if (!isLoading) focusValues(area.current);
  }, [isLoading]);
  const isPerson = isReference(about.field) && about.field.to === 'user';
  const me = isPerson ? [{ id: 'me', text: t('list.me') }] : [];
  if (isLoading) return <Loading />;
  const found = facet?.flatMap(({ value, title }) =>
    value === null ? [] : [{ id: String(value), text: title ?? '…' }],
  );
  const options = found?.toSorted((one, other) => byText(one.text, other.text)) ?? [];
  const areFew = options.length > 0 && options.length <= FEW_RECORDS;
  return (
    <Stack gap="sm" ref={area}>
      {(areFew || isPerson) && <FilterOptions {...props} options={[...me, ...(areFew ? options : [])]} />}
      {!areFew && <Bounds {...props} current={current.filter(({ value }) => value !== 'me')} asked={RECORD} />}
    </Stack>
  );
}

/** So many records stand in a list of their own, instead of being searched for. */
const FEW_RECORDS = 12;

const byText = new Intl.Collator().compare;

function RangeValues(props: ValuesProps) {
  return <Bounds {...props} asked={RANGE} />;
}

function Bounds(props: ValuesProps & { readonly asked: Asked }) {
  const { entity, about, current, tried, onChange, asked } = props;
  const { id, field } = about;
  const { t } = useTexts();
  const [values, setValues] = useState<Readonly<Record<string, Wire>>>(() =>
    Object.fromEntries(current.map((filter) => [filter.op, initialOf(field, filter.value)])),
  );
  const change = (op: FilterOp, value: Wire): void => {
    const next = { ...values, [op]: value };
    setValues(next);
    const readable = field === null || asked.ops.every((each) => refusalOf(asked.as(field), next[each]) === null);
    onChange(
      asked.ops.flatMap((each) => filterOf(id, each, next[each] ?? null)),
      readable,
    );
  };
  if (field === null) return null;
  return (
    <Stack gap="sm">
      {asked.ops.map((op) => (
        <BoundInput
          key={op}
          label={t(`list.op_${op}`)}
          isEnd={op === 'le'}
          entity={entity}
          field={asked.as(field)}
          value={values[op] ?? null}
          tried={tried}
          refusal={refusalOf(asked.as(field), values[op])}
          onChange={(value) => change(op, value)}
        />
      ))}
    </Stack>
  );
}

interface BoundInputProps {
  readonly label: string;
  /** Whether it is the upper end of a range. */
  readonly isEnd: boolean;
  readonly entity: Entity;
  readonly field: Field;
  readonly value: Wire;
  /** The filter was asked for with what stands there. */
  readonly tried: boolean;
  /** Why the value is refused, which is said once it was tried or left. Null: it is not. */
  readonly refusal: ErrorId | null;
  readonly onChange: (value: Wire) => void;
}

function BoundInput(props: BoundInputProps) {
  const [isLeft, setLeft] = useState(false);
  const refusal = props.tried || isLeft ? props.refusal : null;
  const told = useTold();
  const scope = useScope();
  const id = useId();
  const value = useTitled(props.field, props.value);
  return (
    <div>
      <label htmlFor={id}>{props.label}</label>
      {refusal !== null && (
        <p id={`${id}-error`} role="alert" className={styles['refused']} data-nf-error={refusal}>
          <CircleAlert size={14} aria-hidden />{' '}
          {told.text({ code: refusal, path: props.field.id, params: {} }, { entity: props.entity.id })}
        </p>
      )}
      <FieldInput
        field={props.field}
        place={{ entity: props.entity.id, isFilter: true }}
        id={id}
        value={value}
        onChange={props.onChange}
        onBlur={() => setLeft(true)}
        invalid={refusal !== null}
        required={false}
        describedBy={refusal === null ? undefined : `${id}-error`}
        label={undefined}
        scope={scope}
        isEnd={props.isEnd}
      />
    </div>
  );
}

/** Why a typed value cannot narrow a list: it is no value of the field, or no record was chosen. */
function refusalOf(field: Field, value: Wire | undefined): ErrorId | null {
  if (leftoverIn(value) !== null) return 'not_offered';
  const normal = normalValue(field, value ?? null);
  return normal === null ? null : malformed(field, normal);
}

function initialOf(field: Field | null, text: string): Wire {
  return isReference(field) ? { id: text } : text;
}

function filterOf(field: string, op: FilterOp, value: Wire): readonly Filter[] {
  const text = idOf(value) ?? (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
  return text === '' ? [] : [{ field, op, value: text }];
}

/** The form of each way to ask for values. */
export const FILTER_FORMS: Readonly<Record<Filterable['kind'], FilterForm>> = {
  states: { Values: StateValues, canBeBlank: false, isTyped: false },
  options: { Values: OptionValues, canBeBlank: true, isTyped: false },
  boolean: { Values: BooleanValues, canBeBlank: false, isTyped: false },
  record: { Values: RecordValues, canBeBlank: true, isTyped: false },
  text: { Values: TextValues, canBeBlank: true, isTyped: true },
  range: { Values: RangeValues, canBeBlank: true, isTyped: true },
};
