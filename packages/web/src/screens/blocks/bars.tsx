import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Mark, MarksProps } from './chart.tsx';
import { placeOf, spanOf } from './scale.ts';
import classes from './blocks.module.css';

/** One bar under the other, each with its name and figure, so that neither colour nor axis is needed to read them. */
export function Bars({ marks, title }: MarksProps) {
  const span = spanOf(marks);
  return (
    <ul className={classes['bars']} aria-label={title}>
      {marks.map((mark) => (
        <li key={mark.key} data-nf-bar>
          <Led mark={mark}>
            <span className={classes['name']}>{mark.name}</span>
            <span className={classes['track']} aria-hidden>
              <span className={classes['bar']} style={placeOf(mark.value ?? 0, span)} />
            </span>
            <span className={classes['value']}>{mark.shown}</span>
          </Led>
        </li>
      ))}
    </ul>
  );
}

/** Leads to the records, where there is a list of them. */
function Led({ mark: { to }, children }: { readonly mark: Mark; readonly children: ReactNode }) {
  return to === null ? (
    <span className={classes['row']}>{children}</span>
  ) : (
    <Link to={to} className={classes['row']}>
      {children}
    </Link>
  );
}
