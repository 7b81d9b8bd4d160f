import type { Layout } from '@ninefold/model';
import { Calendar, LayoutGrid, SquareKanban, Table2, type LucideIcon } from 'lucide-react';
import { useTexts } from '../../base/texts/use-texts.tsx';
import styles from './list.module.css';

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
    <fieldset className={styles['switch']} aria-label={t('layouts.title')}>
      {layouts.map((each) => {
        const Glyph = GLYPHS[each];
        return (
          <button key={each} type="button" aria-pressed={each === layout} onClick={() => onChange(each)}>
            {Glyph && <Glyph size={16} aria-hidden />}
            {t(`layouts.${each}`)}
          </button>
        );
      })}
    </fieldset>
  );
}
