import type { IssueAnswer } from '@ninefold/model';
import classes from './operate.module.css';

/** What keeps calls of both directions from being made in this installation. */
export function CallFindings({ findings }: { readonly findings: readonly IssueAnswer[] }) {
  return findings.map(({ id, place, message, help }) => (
    <p key={place + message} className={classes['lead']} data-nf-finding={id}>
      <strong>{id}</strong> {message} {help}
    </p>
  ));
}
