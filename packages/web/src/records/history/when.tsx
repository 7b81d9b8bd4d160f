import { useFormat } from '../../base/format/use-format.ts';
import { useScope } from '../../base/model/use-model.ts';
import styles from './history.module.css';

/** How long ago, with the exact time on hover and focus. */
export function When({ at }: { readonly at: string }) {
  const format = useFormat();
  const { now } = useScope();
  const exact = format.readInstant(at);
  return (
    // Focus shows the exact time to those who do not hover.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <time dateTime={at} title={exact} tabIndex={0} className={styles['when']} data-exact={exact}>
      {format.relative(at, Date.parse(now))}
    </time>
  );
}
