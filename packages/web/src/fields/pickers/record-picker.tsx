import { Combobox, Input, useCombobox, type ComboboxStore } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { flushSync } from 'react-dom';
import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import type { Field, ReferenceValue } from '@ninefold/model';
import { useLimit, useMe } from '../../base/model/use-model.ts';
import { optionsHeight } from '../../kit/controls/select-box.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { useCreateSheet } from './create-sheet.ts';
import { inputAria, type InputProps } from '../contract/input-kind.ts';
import { isSameText, onlyMatch } from './matches.ts';
import { PickerOptions } from './picker-options.tsx';
import { notePick, recentPicks } from './recent-picks.ts';
import { useMatches } from './use-matches.ts';

interface RecordPickerProps {
  readonly input: InputProps<Extract<Field, { readonly to: string }>>;
  /** What the box shows at rest. */
  readonly shown: string;
  /** A text that was typed before and not chosen. Null: there is none. */
  readonly leftover: string | null;
  readonly onPick: (record: ReferenceValue) => void;
  /** Called with a typed text when the box is left, or the form sent, without a choice. */
  readonly onLeftover: (text: string) => void;
  /** Called when the box is emptied and left. */
  readonly onClear: () => void;
  /** Ids that are chosen already. */
  readonly without?: readonly string[];
}

/** Where the limit is not shown. */
const DEFAULT_HEIGHT_PX = 300;
/** `Combobox.Target` adds what is open and which list it controls. */
const COMBOBOX = { role: 'combobox', 'aria-autocomplete': 'list' } as const;

/** What stands in the box, and what its keys and its list do. */
function usePicking(props: RecordPickerProps) {
  const { input, shown, leftover, without = [] } = props;
  const latest = useLatest(props);
  const most = useLimit('picker_recent');
  const me = useMe();
  const matchesOf = useMatches(input, without);
  const box = useRef<HTMLInputElement>(null);
  /** Esc was pressed since the last typing: who closes the list wants none of it. */
  const isDismissed = useRef(false);
  const [typed, setTyped] = useState<string | null>(null);
  const text = (typed ?? leftover ?? '').trim();
  const [search] = useDebouncedValue(text, useLimit('picker_wait_ms'));
  const store = useCombobox({
    onDropdownClose: () => {
      store.resetSelectedOption();
      pointAt(box.current, null);
    },
  });
  const pick = (record: ReferenceValue): void => {
    notePick(localStorage, { user: me.id, entity: input.field.to, id: record.id }, most);
    latest.current.onPick(record);
    setTyped(null);
    store.closeDropdown();
  };
  /** Takes what is found for the text, unless another one stands in the box by then. */
  const take = async (choose: (found: readonly ReferenceValue[]) => ReferenceValue | null): Promise<void> => {
    const record = choose(await matchesOf(text));
    if (record !== null && box.current?.value.trim() === text) pick(record);
  };
  /** Whether a text was typed that is not what the box shows at rest; it becomes the value. */
  const keep = (): boolean => {
    if (typed === null || isSameText(typed, leftover ?? shown)) return false;
    if (text === '') props.onClear();
    else props.onLeftover(text);
    return text !== '';
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') isDismissed.current = keep() || true; // the next Esc may close the dialog around the box
    const sends = event.ctrlKey || event.metaKey;
    if (sends && event.key === 'Enter' && text !== '' && store.getSelectedOptionIndex() !== -1)
      return sendMarked(event, store, box.current);
    if (sends || (event.key === 'Enter' && !store.dropdownOpened)) return void keep();
    if (event.key !== 'Enter') return;
    event.preventDefault();
    // The list on the screen may still be that of an earlier text.
    if (store.getSelectedOptionIndex() === -1 && text !== '') void take(([first = null]) => first);
  };
  const leave = (event: FocusEvent): void => {
    const kept = keep();
    setTyped(null);
    store.closeDropdown();
    if (kept && !isDismissed.current && !isSending(event.relatedTarget))
      void take((found) => onlyMatch(found, text)).then(input.onBlur);
    else input.onBlur();
  };
  const type = (next: string): void => {
    setTyped(next);
    isDismissed.current = false;
    store.openDropdown();
    store.resetSelectedOption();
    pointAt(box.current, null);
  };
  /** Points at the first record that is found for the text. */
  const point = (of: string): void => {
    if (of === text && store.getSelectedOptionIndex() === -1) pointAt(box.current, store.selectFirstOption());
  };
  return {
    box,
    store,
    dismiss: () => void (isDismissed.current = true),
    search,
    typed,
    recent: recentPicks(localStorage, me.id, input.field.to).slice(0, most),
    pick,
    press,
    leave,
    type,
    point,
  };
}

/**
 * Searches records of the target as one types; opens on typing or ↓. While the list is open, Enter takes the first match
 * (or the one the arrows chose) and never sends the form; Ctrl Enter takes the one that is marked and sends it. Leaving the box takes an only match, unless the list was closed by Esc, a new
 * record is made instead, or the box is left for the button that sends the form: nobody would have seen it. What else is typed and not chosen stays in the box as a
 * value that the form refuses.
 */
export function RecordPicker(props: RecordPickerProps) {
  const { input, shown, leftover, without = [] } = props;
  const { t } = useTexts();
  const height = useLimit('select_menu_px');
  const openSheet = useCreateSheet();
  const { box, store, ...picking } = usePicking(props);
  const create = (name: string): void => {
    picking.dismiss();
    store.closeDropdown();
    openSheet?.({ entity: input.field.to, text: name, onCreated: picking.pick });
  };
  return (
    <Combobox store={store} withinPortal position="bottom-start" shadow="md">
      <Combobox.Target withExpandedAttribute>
        <Input
          {...inputAria(input)}
          {...COMBOBOX}
          ref={box}
          error={input.invalid}
          autoComplete="off"
          rightSection={<Combobox.Chevron />}
          value={picking.typed ?? leftover ?? shown}
          placeholder={input.label === undefined ? t('inputs.type_to_find') : undefined}
          onFocus={({ currentTarget }) => {
            if (picking.typed === null && leftover === null) currentTarget.select(); // what is typed takes its place
          }}
          onClick={() => store.openDropdown()}
          onKeyDown={picking.press}
          onChange={(event) => picking.type(event.currentTarget.value)}
          onBlur={picking.leave}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        {store.dropdownOpened && (
          <PickerOptions
            input={input}
            search={picking.search}
            without={without}
            recent={picking.recent}
            height={optionsHeight(height > 0 ? height : DEFAULT_HEIGHT_PX)}
            onPick={picking.pick}
            onCreate={create}
            onFound={picking.point}
          />
        )}
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** What the picker is given now. What it asks for arrives later, when the rest of the form may have changed. */
function useLatest(props: RecordPickerProps): { readonly current: RecordPickerProps } {
  const latest = useRef(props);
  useEffect(() => void (latest.current = props));
  return latest;
}

/** Takes the record that is marked, and sends the form with it. */
function sendMarked(event: KeyboardEvent, store: ComboboxStore, box: HTMLInputElement | null): void {
  event.preventDefault();
  event.stopPropagation();
  flushSync(() => store.clickSelectedOption()); // what is sent is what the form holds after it
  box?.form?.requestSubmit();
}

/** Whether the focus goes to a button that sends a form. */
function isSending(to: EventTarget | null): boolean {
  return to instanceof HTMLButtonElement && to.type === 'submit';
}

/** Names the option that Enter would take. The component library does so for the arrows alone. */
function pointAt(box: HTMLInputElement | null, option: string | null): void {
  if (option === null) box?.removeAttribute('aria-activedescendant');
  else box?.setAttribute('aria-activedescendant', option);
}
