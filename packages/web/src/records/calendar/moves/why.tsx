import { useTexts } from '../../../base/texts/use-texts.tsx';
import { useTold } from '../../../fields/messages/use-told.ts';
import type { Verdict } from '../base/shifts.ts';

interface WhyProps {
  readonly entity: string;
  readonly verdict: Verdict;
  readonly className: string;
}

/** Why a record cannot be moved there; nothing where it can. */
export function Why({ entity, verdict, className }: WhyProps) {
  const { t } = useTexts();
  const told = useTold();
  if (verdict.kind === 'set') return null;
  if (verdict.kind === 'closed') return <span className={className}>{t('calendar.closed')}</span>;
  return verdict.reasons.map((reason) => (
    <span key={`${reason.path} ${reason.code}`} className={className} lang={told.lang(reason)}>
      {told.text(reason, { entity })}
    </span>
  ));
}
