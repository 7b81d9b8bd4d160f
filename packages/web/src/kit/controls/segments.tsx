import type { LucideIcon } from 'lucide-react';
import styles from './segments.module.css';

interface SegmentsProps<Id extends string> {
  readonly label: string;
  readonly chosen: Id;
  readonly items: readonly { readonly id: Id; readonly text: string; readonly Glyph?: LucideIcon | null }[];
  readonly onChoose: (id: Id) => void;
}

/** A choice of one among a few, all of them in sight. */
export function Segments<Id extends string>({ label, chosen, items, onChoose }: SegmentsProps<Id>) {
  return (
    <fieldset className={styles['segments']} aria-label={label}>
      {items.map(({ id, text, Glyph }) => (
        <button
          key={id}
          type="button"
          title={Glyph ? text : undefined}
          aria-pressed={id === chosen}
          onClick={() => onChoose(id)}
        >
          {Glyph && <Glyph size={16} aria-hidden />}
          <span>{text}</span>
        </button>
      ))}
    </fieldset>
  );
}
