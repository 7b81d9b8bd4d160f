import { Button, Checkbox, Group, Radio, Stack } from '@mantine/core';
import { useId, useState } from 'react';
import { idOf, PLAIN_REFERENCE, type Entity, type Field, type Wire } from '@ninefold/model';
import { FieldInput } from '../inputs/field-input.tsx';
import { useScope } from '../model/use-model.ts';
import { useTexts } from '../texts/use-texts.ts';
import type { Filterable } from './filterable.ts';
import type { Filter } from './list-state.ts';

interface FilterEditorProps {
  readonly entity: Entity;
  readonly about: Filterable;
  /** Filters of this field that are set already. */
  readonly current: readonly Filter[];
  readonly onApply: (filters: readonly Filter[]) => void;
}

type Mode = 'value' | 'blank' | 'filled';

/** Asks for the values of one field, or for records without or with any. */
export function FilterEditor({ entity, about, current, onApply }: FilterEditorProps) {
  const { t } = useTexts();
  const [mode, setMode] = useState<Mode>(() => modeOf(current));
  const [found, setFound] = useState<readonly Filter[]>(current);
  const canBeBlank = about.kind !== 'states' && about.kind !== 'boolean';
  const apply = (): void => {
    onApply(mode === 'value' ? found : [{ field: about.id, op: mode, value: '' }]);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        apply();
      }}
    >
      <Stack gap="md">
        {canBeBlank && (
          <Radio.Group value={mode} onChange={(next) => setMode(next as Mode)} aria-label={t('list.filter_mode')}>
            <Group gap="lg">
              {(['value', 'blank', 'filled'] as const).map((each) => (
                <Radio key={each} value={each} label={t(`list.mode_${each}`)} />
              ))}
            </Group>
          </Radio.Group>
        )}
        {mode === 'value' && <Values entity={entity} about={about} current={found} onChange={setFound} />}
        <Group>
          <Button type="submit">{t('list.apply')}</Button>
        </Group>
      </Stack>
    </form>
  );
}

function modeOf(current: readonly Filter[]): Mode {
  const op = current[0]?.op;
  return op === 'blank' || op === 'filled' ? op : 'value';
}

interface ValuesProps {
  readonly entity: Entity;
  readonly about: Filterable;
  readonly current: readonly Filter[];
  readonly onChange: (filters: readonly Filter[]) => void;
}

function Values(props: ValuesProps) {
  const { entity, about } = props;
  const texts = useTexts();
  switch (about.kind) {
    case 'states':
      return (
        <Options
          {...props}
          options={Object.keys(entity.lifecycle?.states ?? {}).map((id) => ({ id, text: texts.state(entity.id, id) }))}
        />
      );
    case 'options': {
      const options = about.field && 'options' in about.field ? about.field.options : [];
      return (
        <Options {...props} options={options.map((id) => ({ id, text: texts.option(entity.id, about.id, id) }))} />
      );
    }
    case 'boolean':
      return (
        <Options
          {...props}
          single
          options={[
            { id: 'true', text: texts.t('inputs.yes') },
            { id: 'false', text: texts.t('inputs.no') },
          ]}
        />
      );
    default:
      return about.field && <Bounds {...props} field={about.field} />;
  }
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

/** Text that is contained, a record that is referred to, or two bounds. */
function Bounds({ entity, about, current, onChange, field }: ValuesProps & { readonly field: Field }) {
  const { t } = useTexts();
  const ops =
    about.kind === 'range' ? (['ge', 'le'] as const) : about.kind === 'text' ? (['has'] as const) : (['eq'] as const);
  const [values, setValues] = useState<Readonly<Record<string, Wire>>>(() =>
    Object.fromEntries(current.map((filter) => [filter.op, initialOf(field, filter.value)])),
  );
  const change = (op: Filter['op'], value: Wire): void => {
    const next = { ...values, [op]: value };
    setValues(next);
    onChange(ops.flatMap((each) => filterOf(about.id, each, next[each] ?? null)));
  };
  return (
    <Stack gap="sm">
      {ops.map((op) => (
        <BoundInput
          key={op}
          label={t(`list.op_${op}`)}
          entity={entity}
          field={askable(field, about.kind)}
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

/** The control that asks for one value of the field: a line of text, one record. */
function askable(field: Field, kind: Filterable['kind']): Field {
  if (kind === 'text') return { ...field, type: 'string', format: null, pattern: null };
  if (field.type === 'references') return { ...PLAIN_REFERENCE, ...field, type: 'reference', where: null };
  return field.type === 'reference' ? { ...field, where: null } : field;
}

function initialOf(field: Field, text: string): Wire {
  return field.type === 'reference' || field.type === 'references' ? { id: text } : text;
}

function filterOf(field: string, op: Filter['op'], value: Wire): readonly Filter[] {
  const text = idOf(value) ?? (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
  return text === '' ? [] : [{ field, op, value: text }];
}
