import { Button, Group, Radio, Stack } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Entity, Filter } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { FILTER_FORMS } from './filter-forms.tsx';
import type { Filterable } from './filterable.ts';

interface FilterEditorProps {
  readonly entity: Entity;
  readonly about: Filterable;
  /** What narrows the list, as a call says it. */
  readonly query: string;
  /** Filters of this field that are set already. */
  readonly current: readonly Filter[];
  readonly onApply: (filters: readonly Filter[]) => void;
}

const MODES = ['value', 'blank', 'filled'] as const;
type Mode = (typeof MODES)[number];

/** Asks for the values of one field, or for records without or with any. */
export function FilterEditor({ entity, about, query, current, onApply }: FilterEditorProps) {
  const { t } = useTexts();
  const [mode, setMode] = useState<Mode>(() => modeOf(current));
  const [found, setFound] = useState<readonly Filter[]>(current);
  const [readable, setReadable] = useState(true);
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => focusValues(form.current), []);
  const { Values, canBeBlank } = FILTER_FORMS[about.kind];
  const change = (filters: readonly Filter[], all: boolean): void => {
    setFound(filters);
    setReadable(all);
  };
  const apply = (): void => {
    setTried(true);
    if (mode === 'value' && !readable) return;
    onApply(mode === 'value' ? found : [{ field: about.id, op: mode, value: '' }]);
  };
  return (
    <form
      ref={form}
      data-nf-filter-form
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        apply();
      }}
    >
      <Stack gap="md">
        {canBeBlank && (
          <Radio.Group
            value={mode}
            onChange={(next) => setMode(MODES.find((each) => each === next) ?? 'value')}
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
        <Group>
          <Button type="submit">{t('list.apply')}</Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The button that was pressed to come here is gone: the first control for a value has the focus, else the first of all. */
function focusValues(form: HTMLFormElement | null): void {
  const control = form?.querySelector<HTMLElement>('input:not([type="radio"])') ?? form?.querySelector('input');
  control?.focus();
}

function modeOf(current: readonly Filter[]): Mode {
  const op = current[0]?.op;
  return op === 'blank' || op === 'filled' ? op : 'value';
}
