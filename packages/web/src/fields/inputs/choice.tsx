import { Select } from '@mantine/core';
import { ChevronsUpDown } from 'lucide-react';
import type { ChoiceField } from '@ninefold/model';
import { useModel } from '../../base/model/use-model.ts';
import { optionsHeight } from '../../kit/controls/select-box.ts';
import { useTypeAhead } from '../../kit/controls/use-type-ahead.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { useFieldTexts } from '../contract/field-place.ts';
import { OptionMark } from '../cells/option-mark.tsx';
import { aria, type InputKind, type InputProps } from '../contract/input-kind.ts';

const DEFAULT_HEIGHT = 300;

function ChoiceInput(props: InputProps<ChoiceField>) {
  const { field, place, value, onChange, onBlur, invalid } = props;
  const { t } = useTexts();
  const texts = useFieldTexts(place);
  const height = useModel().limits['select_menu_px']?.value;
  const typeAhead = useTypeAhead();
  const { id, ...attributes } = aria(props);
  return (
    <Select
      id={id}
      attributes={{ input: attributes }}
      data={field.options.map((option) => ({ value: option, label: texts.option(field, option) }))}
      value={typeof value === 'string' ? value : null}
      renderOption={({ option }) => <OptionMark field={field} option={option.value} word={option.label} />}
      onChange={onChange}
      onKeyDown={typeAhead}
      onBlur={onBlur}
      error={invalid}
      placeholder={t('inputs.choose')}
      clearable={!props.required}
      clearButtonProps={{ 'aria-label': t('inputs.clear') }}
      allowDeselect={false}
      maxDropdownHeight={optionsHeight(typeof height === 'number' ? height : DEFAULT_HEIGHT)}
      rightSection={props.required || value === null ? <ChevronsUpDown size={14} aria-hidden /> : undefined}
      rightSectionPointerEvents={props.required || value === null ? 'none' : 'all'}
    />
  );
}

export const choiceInput: InputKind<ChoiceField> = {
  Input: ChoiceInput,
  isGroup: false,
  filter: 'options',
  isPick: () => true,
};
