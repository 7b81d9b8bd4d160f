import type { LucideIcon } from 'lucide-react';
import styles from './tool-button.module.css';

interface ToolButtonProps {
  readonly glyph: LucideIcon;
  /** What tests know it by. */
  readonly name: string;
  readonly label: string;
  readonly pressed?: boolean;
  readonly on: boolean;
  readonly press: () => void;
}

/** A small button with a glyph alone. It stays in the order of the keys where it can do nothing now, so that the focus is not lost. */
export function ToolButton({ glyph: Glyph, name, label, pressed, on, press }: ToolButtonProps) {
  return (
    <button
      type="button"
      className={styles['tool']}
      aria-label={label}
      title={label}
      aria-disabled={!on || undefined}
      {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
      onClick={() => on && press()}
      data-nf-tool={name}
    >
      <Glyph size={16} aria-hidden />
    </button>
  );
}
