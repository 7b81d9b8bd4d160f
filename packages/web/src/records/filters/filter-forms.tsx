import { Checkbox, Radio, Stack } from '@mantine/core';
import { useId, useState, type ComponentType } from 'react';
import { idOf, isReference, optionsIn, PLAIN_REFERENCE, type Entity, type Field, type Wire } from '@ninefold/model';
import { useScope } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.ts';
import { FieldInput } from '../../fields/inputs/field-input.tsx';
import type { Filterable } from './filterable.ts';
import type { Filter, FilterOp } from './list-state.ts';

interface ValuesProps {
  readonly entity: Entity;
  readonly about: Filterable;
  readonly current: readonly Filter[];
  readonly onChange: (filters: readonly Filter[]) => void;
}

/** How a list asks for the values of a field. */
interface FilterForm {
  readonly Values: ComponentType<ValuesProps>;
  /** Whether it also asks for records without a value, or with any. */
  readonly canBeBlank: boolean;
}

function StateValues(props: ValuesProps) {
  const { entity } = props;
  const texts = useTexts();
  const states = Object.keys(entity.lifecycle?.states ?? {});
  return <Options {...props} options={states.map((id) => ({ id, text: texts.state(entity.id, id) }))} />;
}

function OptionValues(props: ValuesProps) {
  const { entity, about } = props;
  const texts = useTexts();
  const options = optionsIn(about.field) ?? [];
  return <Options {...props} options={options.map((id) => ({ id, text: texts.option(entity.id, about.id, id) }))} />;
}

function BooleanValues(props: ValuesProps) {
  const { t } = useTexts();
  const options = [
    { id: 'true', text: t('inputs.yes') },
    { id: 'false', text: t('inputs.no') },
  ];
  return <Options {...props} single options={options} />;
}

interface OptionsProps extends ValuesProps {
  readonly options: readonly { readonly id: string; readonly text: string }[];
  readonly single?: boolean;
}

function Options({ about, current, onChange, options, single = false }: OptionsProps) {
  const chosen = current.flatMap((filter) => filter.value.split(',')).filter((each) => each !== '');
  const toggle = (id: string, on: boolean): void => {
    const next = single
      ? [id]
      : options.map((each) => each.id).filter((each) => (each === id ? on : chosen.includes(each)));
    const op = single ? 'eq' : 'in';
    onChange(next.length === 0 ? [] : [{ field: about.id, op, value: next.join() }]);
  };
  return (
    <Stack gap="sm">
      {options.map(({ id, text }) =>
        single ? (
          <Radio key={id} label={text} checked={chosen.includes(id)} onChange={() => toggle(id, true)} />
        ) : (
          <Checkbox
            key={id}
            label={text}
            checked={chosen.includes(id)}
            onChange={(event) => toggle(id, event.currentTarget.checked)}
          />
        ),
      )}
    </Stack>
  );
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

function RecordValues(props: ValuesProps) {
  return <Bounds {...props} asked={RECORD} />;
}

function RangeValues(props: ValuesProps) {
  return <Bounds {...props} asked={RANGE} />;
}

function Bounds({ entity, about: { id, field }, current, onChange, asked }: ValuesProps & { readonly asked: Asked }) {
  const { t } = useTexts();
  const [values, setValues] = useState<Readonly<Record<string, Wire>>>(() =>
    Object.fromEntries(current.map((filter) => [filter.op, initialOf(field, filter.value)])),
  );
  const change = (op: FilterOp, value: Wire): void => {
    const next = { ...values, [op]: value };
    setValues(next);
    onChange(asked.ops.flatMap((each) => filterOf(id, each, next[each] ?? null)));
  };
  if (field === null) return null;
  return (
    <Stack gap="sm">
      {asked.ops.map((op) => (
        <BoundInput
          key={op}
          label={t(`list.op_${op}`)}
          entity={entity}
          field={asked.as(field)}
          value={values[op] ?? null}
          onChange={(value) => change(op, value)}
        />
      ))}
    </Stack>
  );
}

function BoundInput(props: {
  label: string;
  entity: Entity;
  field: Field;
  value: Wire;
  onChange: (value: Wire) => void;
}) {
  const scope = useScope();
  const id = useId();
  return (
    <div>
      <label htmlFor={id}>{props.label}</label>
      <FieldInput
        field={props.field}
        place={{ entity: props.entity.id }}
        id={id}
        value={props.value}
        onChange={props.onChange}
        onBlur={() => undefined}
        invalid={false}
        required={false}
        describedBy={undefined}
        label={undefined}
        scope={scope}
      />
    </div>
  );
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
  states: { Values: StateValues, canBeBlank: false },
  options: { Values: OptionValues, canBeBlank: true },
  boolean: { Values: BooleanValues, canBeBlank: false },
  record: { Values: RecordValues, canBeBlank: true },
  text: { Values: TextValues, canBeBlank: true },
  range: { Values: RangeValues, canBeBlank: true },
};
