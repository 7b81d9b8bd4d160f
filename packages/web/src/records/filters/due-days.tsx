import { Button, Group, Stack } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { PLAIN_FIELD, type DateField, type Entity, type Filter, type TimedFilters } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { FILTER_FORMS } from './filter-forms.tsx';
import type { Filterable } from './filterable.ts';

interface DueDaysProps {
  readonly entity: Entity;
  readonly query: string;
  readonly due: string | null;
  /** Told whether what is typed cannot be read. */
  readonly onUnread: (unread: boolean) => void;
  readonly onApply: (next: Partial<TimedFilters>) => void;
}

const DAY: DateField = { ...PLAIN_FIELD, id: 'due', type: 'date', era: false };
const ABOUT: Filterable = { id: DAY.id, field: DAY, kind: 'range' };

/** Asks for the first and the last day in which something happens by itself. */
export function DueDays({ entity, query, due, onUnread, onApply }: DueDaysProps) {
  const { t } = useTexts();
  const [found, setFound] = useState<readonly Filter[]>(() => boundsOf(due));
  const [readable, setReadable] = useState(true);
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const { Values } = FILTER_FORMS.range;
  return (
    <form
      noValidate
      ref={form}
      data-nf-filter-form
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        setTried(true);
        if (readable) onApply({ due: dueOf(found) });
      }}
    >
      <Stack gap="md">
        <Values
          entity={entity}
          about={ABOUT}
          query={query}
          current={found}
          tried={tried}
          onChange={(filters, all) => {
            setFound(filters);
            setReadable(all);
            onUnread(!all);
          }}
        />
        <Group>
          <Button type="submit">{t('list.apply')}</Button>
        </Group>
      </Stack>
    </form>
  );
}

function boundsOf(due: string | null): readonly Filter[] {
  const [last = '', first = ''] = (due ?? '').split('..').toReversed();
  const bound = (op: 'ge' | 'le', value: string): readonly Filter[] =>
    /^\d{4}-/.test(value) ? [{ field: DAY.id, op, value }] : [];
  return [...bound('ge', first), ...bound('le', last)];
}

function dueOf(bounds: readonly Filter[]): string | null {
  const day = (op: 'ge' | 'le'): string => bounds.find((each) => each.op === op)?.value ?? '';
  return bounds.length === 0 ? null : `${day('ge')}..${day('le')}`;
}
