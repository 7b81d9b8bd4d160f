import classes from './markdown.module.css';

/** A text as it is written, with its lines. */
export function PlainText({ text }: { readonly text: string }) {
  return <div className={classes['plain']}>{text}</div>;
}
