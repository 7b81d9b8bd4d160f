import { Checkbox } from '@mantine/core';
import type { ChoicesField, Wire } from '@ninefold/model';
import { useFieldTexts } from '../contract/field-place.ts';
import { OptionMark } from '../cells/option-mark.tsx';
import { aria, type InputKind, type InputProps } from '../contract/input-kind.ts';
import styles from './inputs.module.css';

function ChoicesInput(props: InputProps<ChoicesField>) {
  const { field, place, value, onChange, onBlur, id } = props;
  const texts = useFieldTexts(place);
  const chosen: readonly Wire[] = Array.isArray(value) ? value : [];
  const toggle = (option: string, on: boolean): void =>
    onChange(field.options.filter((each) => (each === option ? on : chosen.includes(each))));
  return (
    <fieldset
      {...aria(props)}
      aria-required={undefined}
      aria-invalid={undefined}
      aria-labelledby={props.label === undefined ? `${id}-label` : undefined}
      tabIndex={-1}
      className={styles['choices']}
    >
      {field.options.map((option) => (
        <Checkbox
          key={option}
          label={<OptionMark field={field} option={option} word={texts.option(field, option)} />}
          checked={chosen.includes(option)}
          onChange={(event) => toggle(option, event.currentTarget.checked)}
          onBlur={onBlur}
        />
      ))}
    </fieldset>
  );
}

export const choicesInput: InputKind<ChoicesField> = { Input: ChoicesInput, isGroup: true, filter: 'options' };
