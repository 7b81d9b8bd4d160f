import { Checkbox } from '@mantine/core';
import type { BooleanField } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { aria, type InputKind, type InputProps } from '../contract/input-kind.ts';

/** A checkbox. The label stands above it as for every field; the word beside it gives the present value. */
function BooleanInput(props: InputProps<BooleanField>) {
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

export const booleanInput: InputKind<BooleanField> = {
  Input: BooleanInput,
  isGroup: true,
  filter: 'boolean',
  isPick: () => true,
};
