import { type GroupedBlock, type GroupKey, type Period, type Wire } from '@ninefold/model';
import { useFormat, type Format } from '../../base/format/use-format.ts';
import { useModel } from '../../base/model/use-model.ts';
import type { Texts } from '../../base/texts/make-texts.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { ValueName } from '../../records/grouping/value-name.tsx';

interface GroupNameProps {
  readonly block: GroupedBlock;
  readonly group: GroupKey;
  readonly value: Wire;
}

/** What the records of a group have in common, in the reader's words; without a link, since it stands in one. */
export function GroupName({ block, group, value }: GroupNameProps) {
  const period = usePeriodName();
  const field = useModel().entities[block.entity]?.fields[group.by === 'field' ? group.field : ''];
  const isPlain = value !== null && typeof value !== 'boolean';
  if (isPlain && group.by === 'expression') return <bdi>{String(value)}</bdi>;
  if (isPlain && group.by === 'field' && group.period !== null)
    return <span>{period(String(value), group.period)}</span>;
  return <ValueName entity={block.entity} id={group.by === 'field' ? group.field : ''} field={field} value={value} />;
}

type Named = (period: string, text: { readonly format: Format; readonly t: Texts['t'] }) => string;

const DAY = { timeZone: 'UTC' } as const;

const PERIODS: Readonly<Record<Period, Named>> = {
  day: (day, { format }) => format.date(day),
  week: (day, { format, t }) => t('blocks.week', { day: format.date(day) }),
  month: (month, { format }) => inWords(`${month}-01`, format, { year: 'numeric', month: 'short' }),
  year: (year, { format }) => inWords(`${year}-01-01`, format, { year: 'numeric' }),
};

function inWords(day: string, { locale }: Format, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locale, { ...DAY, ...options }).format(new Date(`${day}T00:00:00Z`));
}

/** Names a period as the reader's language does. */
export function usePeriodName(): (text: string, period: Period) => string {
  const format = useFormat();
  const { t } = useTexts();
  return (text, period) => PERIODS[period](text, { format, t });
}
