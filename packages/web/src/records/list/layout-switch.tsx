import { layoutOf, layoutsOf, type Layout, type ListScreen, type ListState } from '@ninefold/model';
import { Calendar, ChartGantt, LayoutGrid, MapPin, SquareKanban, Table2, type LucideIcon } from 'lucide-react';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { Segments } from '../../kit/controls/segments.tsx';

const GLYPHS: Readonly<Record<Layout, LucideIcon>> = {
  table: Table2,
  board: SquareKanban,
  calendar: Calendar,
  cards: LayoutGrid,
  map: MapPin,
  gantt: ChartGantt,
};

interface LayoutSwitchProps {
  /** The screen that says how the list can be drawn; null: as a table alone. */
  readonly screen: ListScreen | null;
  readonly state: ListState;
  readonly onChange: (next: Partial<ListState>) => void;
}

/** The choice among the layouts of a list, where there is one: beside its filters, on a phone beside its other buttons. */
export function LayoutSwitch({ screen, state, onChange }: LayoutSwitchProps) {
  const { t } = useTexts();
  if (screen === null || screen.layouts.length < 2) return null;
  const layouts = layoutsOf(screen);
  return (
    <Segments
      label={t('layouts.title')}
      chosen={layoutOf(screen, state.layout)}
      items={layouts.map((id) => ({ id, text: t(`layouts.${id}`), Glyph: GLYPHS[id] }))}
      onChoose={(layout) => onChange({ layout: layout === layoutOf(screen, null) ? null : layout })}
    />
  );
}
