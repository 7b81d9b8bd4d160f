import { CircleAlert } from 'lucide-react';
import classes from './password.module.css';

/** What is wrong with one entry, between its hint and its control. */
export function EntryError({ text, code }: { readonly text: string; readonly code: string | undefined }) {
  return (
    <span className={classes['error']} data-nf-error={code}>
      <CircleAlert size={14} aria-hidden /> {text}
    </span>
  );
}
