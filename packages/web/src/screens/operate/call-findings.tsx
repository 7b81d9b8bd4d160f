import type { IssueAnswer, SilentSubscription } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { useSilentParts } from '../keys/use-silent-parts.ts';
import classes from './operate.module.css';

/** What keeps calls of both directions from being made in this installation. */
export function CallFindings({ findings }: { readonly findings: readonly IssueAnswer[] }) {
  return findings.map(({ id, place, message, help }) => (
    <p key={place + message} className={classes['lead']} data-nf-finding={id}>
      <strong>{id}</strong> {message} {help}
    </p>
  ));
}

/** Subscriptions that name something that is not there any more. */
export function SilentSubscriptions({ silent }: { readonly silent: readonly SilentSubscription[] }) {
  const { t, entityMany } = useTexts();
  const parts = useSilentParts();
  return silent.map((one) => (
    <p key={one.id} className={classes['lead']} data-nf-silent={one.id}>
      {t('subscriptions.silent_of', {
        entity: entityMany(one.entity),
        host: one.subscriber,
        parts: parts(one.parts),
      })}
    </p>
  ));
}
