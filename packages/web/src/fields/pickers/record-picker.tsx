import { Combobox, Input, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { Field, RecordValue } from '@ninefold/model';
import { useLimit, useMe } from '../../base/model/use-model.ts';
import { optionsHeight } from '../../kit/controls/select-box.ts';
import { useTexts } from '../../base/texts/use-texts.ts';
import { useCreateSheet } from './create-sheet.ts';
import { inputAria, type InputProps } from '../contract/input-kind.ts';
import { PickerOptions } from './picker-options.tsx';
import { notePick, recentPicks } from './recent-picks.ts';

interface RecordPickerProps {
  readonly input: InputProps<Extract<Field, { readonly to: string }>>;
  /** What the box shows at rest. */
  readonly shown: string;
  readonly onPick: (record: RecordValue) => void;
  /** Called when the input is emptied and left. Absent: an empty input changes nothing. */
  readonly onClear?: () => void;
  /** Ids that are chosen already. */
  readonly without?: readonly string[];
}

/** Where the limit is not shown. */
const DEFAULT_HEIGHT_PX = 300;
/** `Combobox.Target` adds what is open and which list it controls. */
const COMBOBOX = { role: 'combobox' } as const;

/** Searches records of the target as one types; opens on typing or ↓. */
export function RecordPicker({ input, shown, onPick, onClear, without = [] }: RecordPickerProps) {
  const { t } = useTexts();
  const height = useLimit('select_menu_px');
  const waitMs = useLimit('picker_wait_ms');
  const most = useLimit('picker_recent');
  const me = useMe();
  const openSheet = useCreateSheet();
  const { to } = input.field;
  const [typed, setTyped] = useState<string | null>(null);
  const [search] = useDebouncedValue(typed ?? '', waitMs);
  const store = useCombobox({ onDropdownClose: () => store.resetSelectedOption() });
  const pick = (record: RecordValue): void => {
    notePick(localStorage, { user: me.id, entity: to, id: record.id }, most);
    onPick(record);
    setTyped(null);
    store.closeDropdown();
  };
  const create = (text: string): void => {
    store.closeDropdown();
    openSheet?.({ entity: to, text, onCreated: pick });
  };
  const leave = (): void => {
    if (typed?.trim() === '' && shown !== '') onClear?.();
    setTyped(null);
    store.closeDropdown();
    input.onBlur();
  };
  return (
    <Combobox store={store} withinPortal position="bottom-start" shadow="md">
      <Combobox.Target withExpandedAttribute>
        <Input
          {...inputAria(input)}
          {...COMBOBOX}
          error={input.invalid}
          autoComplete="off"
          rightSection={<Combobox.Chevron />}
          value={typed ?? shown}
          placeholder={input.label === undefined ? t('inputs.type_to_find') : undefined}
          onClick={() => store.openDropdown()}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            store.openDropdown();
            store.updateSelectedOptionIndex();
          }}
          onBlur={leave}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        {store.dropdownOpened && (
          <PickerOptions
            input={input}
            search={search}
            without={without}
            recent={recentPicks(localStorage, me.id, to).slice(0, most)}
            height={optionsHeight(height > 0 ? height : DEFAULT_HEIGHT_PX)}
            onPick={pick}
            onCreate={create}
          />
        )}
      </Combobox.Dropdown>
    </Combobox>
  );
}
