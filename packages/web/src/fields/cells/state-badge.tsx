import { statesOf, type StateKind } from '@ninefold/model';
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

interface StateBadgeProps {
  readonly entity: string;
  readonly state: string;
  /** The field that holds the state; without one it is that of the first life cycle. */
  readonly cycle?: string | undefined;
}

/** A state as glyph and word in the colours of its kind. */
export function StateBadge({ entity, state, cycle = 'state' }: StateBadgeProps) {
  const texts = useTexts();
  const owner = useModel().entities[entity];
  const kind = (owner && statesOf(owner, cycle)[state]?.kind) ?? 'draft';
  return (
    <span className={classes['badge']} data-nf-state={state} data-kind={kind}>
      <StateGlyph kind={kind} />
      <span lang={texts.written}>{texts.state(entity, state, cycle)}</span>
    </span>
  );
}
