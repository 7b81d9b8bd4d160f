import type { StateKind } from '@ninefold/model';
import { Ban, CircleCheck, CircleDashed, CirclePlay, CircleX, Eye, Hourglass, type LucideIcon } from 'lucide-react';
import { useModel } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import classes from './state-badge.module.css';

const GLYPHS: Readonly<Record<StateKind, LucideIcon>> = {
  draft: CircleDashed,
  waiting: Hourglass,
  active: CirclePlay,
  review: Eye,
  done: CircleCheck,
  rejected: CircleX,
  cancelled: Ban,
};

/** The glyph of a kind of state, as decoration. */
export function StateGlyph({ kind, size = 14 }: { readonly kind: StateKind; readonly size?: number }) {
  const Glyph = GLYPHS[kind];
  return <Glyph size={size} aria-hidden className={classes['glyph']} />;
}

/** A state as glyph and word in the colours of its kind. */
export function StateBadge({ entity, state }: { readonly entity: string; readonly state: string }) {
  const texts = useTexts();
  const kind = useModel().entities[entity]?.lifecycle?.states[state]?.kind ?? 'draft';
  return (
    <span className={classes['badge']} data-nf-state={state} data-kind={kind}>
      <StateGlyph kind={kind} />
      <span>{texts.state(entity, state)}</span>
    </span>
  );
}
