import { Input } from '@mantine/core';
import { ChevronsUpDown } from 'lucide-react';
import type { ChoiceField } from '@ninefold/model';
import { useTexts } from '../texts/use-texts.ts';
import { useFieldTexts } from './field-place.ts';
import { inputAria, type InputProps } from './input-props.ts';

export function ChoiceInput(props: InputProps<ChoiceField>) {
  const { field, place, value, onChange, onBlur, invalid } = props;
  const { t } = useTexts();
  const texts = useFieldTexts(place);
  return (
    <Input
      component="select"
      pointer
      rightSection={<ChevronsUpDown size={14} aria-hidden />}
      rightSectionPointerEvents="none"
      {...inputAria(props)}
      error={invalid}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.currentTarget.value === '' ? null : event.currentTarget.value)}
      onBlur={onBlur}
    >
      <option value="">{t('inputs.choose')}</option>
      {field.options.map((option) => (
        <option key={option} value={option}>
          {texts.option(field, option)}
        </option>
      ))}
    </Input>
  );
}
