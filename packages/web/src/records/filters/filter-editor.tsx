import { Group, Radio, Stack } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Entity, Filter } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { FILTER_FORMS } from './filter-forms.tsx';
import type { Filterable } from './filterable.ts';
import { focusValues } from './focus-values.ts';
import { useApplied } from './use-applied.ts';

interface FilterEditorProps {
  readonly entity: Entity;
  readonly about: Filterable;
  /** What narrows the list, as a call says it. */
  readonly query: string;
  /** Filters of this field that are set already. */
  readonly current: readonly Filter[];
  /** `goesOn`: it follows another change of what is being typed. */
  readonly onApply: (filters: readonly Filter[], goesOn: boolean) => void;
  /** Told whether what is typed cannot be read. */
  readonly onUnread: (unread: boolean) => void;
  readonly onDone: () => void;
}

const MODES = ['value', 'blank', 'filled'] as const;
type Mode = (typeof MODES)[number];

/** Asks for the values of one field, or for records without or with any. What is chosen narrows the list at once, what is typed when typing pauses. */
export function FilterEditor({ entity, about, query, current, onApply, onUnread, onDone }: FilterEditorProps) {
  const { t } = useTexts();
  const [mode, setMode] = useState<Mode>(() => modeOf(current));
  const [found, setFound] = useState<readonly Filter[]>(current);
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => focusValues(form.current), []);
  const { Values, canBeBlank, isTyped } = FILTER_FORMS[about.kind];
  const applied = useApplied(onApply);
  const change = (filters: readonly Filter[], readable: boolean): void => {
    setFound(filters);
    onUnread(!readable);
    applied.change(readable ? filters : null, isTyped);
  };
  const choose = (next: Mode): void => {
    setMode(next);
    onUnread(false);
    applied.change(next === 'value' ? found : [{ field: about.id, op: next, value: '' }], false);
  };
  return (
    <form
      noValidate
      ref={form}
      data-nf-filter-form
      onCompositionStart={() => applied.convert(true)}
      onCompositionEnd={() => applied.convert(false)}
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        setTried(true);
        if (applied.now()) onDone();
      }}
    >
      <Stack gap="md">
        {canBeBlank && (
          <Radio.Group
            value={mode}
            onChange={(next) => choose(MODES.find((each) => each === next) ?? 'value')}
            aria-label={t('list.filter_mode')}
          >
            <Group gap="lg">
              {MODES.map((each) => (
                <Radio key={each} value={each} label={t(`list.mode_${each}`)} />
              ))}
            </Group>
          </Radio.Group>
        )}
        {mode === 'value' && (
          <Values entity={entity} about={about} query={query} current={found} tried={tried} onChange={change} />
        )}
        <button type="submit" className="nf-hidden" tabIndex={-1}>
          {t('dialog.close')}
        </button>
      </Stack>
    </form>
  );
}

function modeOf(current: readonly Filter[]): Mode {
  const op = current[0]?.op;
  return op === 'blank' || op === 'filled' ? op : 'value';
}
