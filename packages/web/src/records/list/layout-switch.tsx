import type { Layout } from '@ninefold/model';
import { Calendar, LayoutGrid, SquareKanban, Table2, type LucideIcon } from 'lucide-react';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { Segments } from '../../kit/controls/segments.tsx';

/** Of the layouts that run. */
const GLYPHS: Readonly<Record<Layout, LucideIcon | null>> = {
  table: Table2,
  board: SquareKanban,
  calendar: Calendar,
  cards: LayoutGrid,
  map: null,
  gantt: null,
};

interface LayoutSwitchProps {
  /** How the list can be drawn, in the order of its screen. */
  readonly layouts: readonly Layout[];
  readonly layout: Layout;
  readonly onChange: (layout: Layout) => void;
}

/** The choice among the layouts of a list. */
export function LayoutSwitch({ layouts, layout, onChange }: LayoutSwitchProps) {
  const { t } = useTexts();
  return (
    <Segments
      label={t('layouts.title')}
      chosen={layout}
      items={layouts.map((id) => ({ id, text: t(`layouts.${id}`), Glyph: GLYPHS[id] }))}
      onChoose={onChange}
    />
  );
}
