import type { OptionGlyph, Options } from '@ninefold/model';
import {
  ArrowDown,
  ArrowUp,
  Check,
  ChevronsDown,
  ChevronsUp,
  Clock,
  Dot,
  Equal,
  Flag,
  Lock,
  Star,
  TriangleAlert,
  X,
  type LucideIcon,
} from 'lucide-react';
import classes from './option-mark.module.css';

const GLYPHS: Readonly<Record<OptionGlyph, LucideIcon>> = {
  dot: Dot,
  top: ChevronsUp,
  up: ArrowUp,
  level: Equal,
  down: ArrowDown,
  bottom: ChevronsDown,
  alert: TriangleAlert,
  check: Check,
  cross: X,
  clock: Clock,
  flag: Flag,
  lock: Lock,
  star: Star,
};

interface OptionMarkProps {
  readonly field: Options;
  readonly option: string;
  /** The word of the option in the reader's language. */
  readonly word: string;
}

/** The word of an option, with its glyph and in the colour of its tone where the specification gives it some. */
export function OptionMark({ field, option, word }: OptionMarkProps) {
  const mark = field.marks?.[option];
  if (mark === undefined) return <>{word}</>;
  const Glyph = GLYPHS[mark.glyph];
  return (
    <span className={classes['mark']} data-tone={mark.tone}>
      <Glyph size={14} aria-hidden className={classes['glyph']} />
      {word}
    </span>
  );
}
