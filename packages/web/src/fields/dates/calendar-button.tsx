import { ActionIcon, Popover } from '@mantine/core';
import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { lateComponent } from '../../kit/late/late-component.tsx';
import { withLateTexts } from '../../base/texts/with-late-texts.ts';

const Calendar = lateComponent(withLateTexts(async () => (await import('./calendar.tsx')).Calendar));

interface CalendarButtonProps {
  /** Name of the field the calendar belongs to. */
  readonly label: string;
  /** `2026-03-05`, or null. */
  readonly date: string | null;
  readonly onPick: (date: string) => void;
}

/** Opens a calendar to choose a day. */
export function CalendarButton({ label, date, onPick }: CalendarButtonProps) {
  const [open, setOpen] = useState(false);
  const { t } = useTexts();
  return (
    <Popover opened={open} onChange={setOpen} trapFocus returnFocus withRoles position="bottom-end" shadow="md">
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          size="lg"
          aria-label={t('inputs.open_calendar', { field: label })}
          onClick={() => setOpen(!open)}
        >
          <CalendarDays size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('inputs.calendar', { field: label })}>
        <Calendar
          date={date}
          onPick={(picked) => {
            setOpen(false);
            onPick(picked);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
