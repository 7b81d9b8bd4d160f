import { Checkbox } from '@mantine/core';
import type { BooleanField } from '@ninefold/model';
import { useTexts } from '../texts/use-texts.ts';
import { aria, type InputProps } from './input-props.ts';

/** A tick; the label stands above like every other, and the word beside it says what it means now. */
export function BooleanInput(props: InputProps<BooleanField>) {
  const { value, onChange, onBlur } = props;
  const { t } = useTexts();
  return (
    <Checkbox
      {...aria(props)}
      aria-required={undefined}
      label={props.label === undefined ? (value === true ? t('inputs.yes') : t('inputs.no')) : undefined}
      aria-labelledby={props.label === undefined ? `${props.id}-label` : undefined}
      checked={value === true}
      onChange={(event) => onChange(event.currentTarget.checked)}
      onBlur={onBlur}
    />
  );
}
