import { Link } from 'react-router';
import { useTexts } from '../../base/texts/use-texts.tsx';
import type { MarksProps } from './chart.tsx';
import { percent } from './scale.ts';
import classes from './blocks.module.css';

/** The parts of a whole as one bar, each with a pattern of its own, and below their names, figures and shares. */
export function Parts({ marks, title }: MarksProps) {
  const { language } = useTexts();
  const whole = marks.reduce((sum, { value }) => sum + (value ?? 0), 0);
  const share = (value: number | null): number => (whole === 0 ? 0 : (value ?? 0) / whole);
  const shown = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  return (
    <>
      <div className={classes['whole']} aria-hidden>
        {marks.map(({ key, value }, index) => (
          <span key={key} className={classes['part']} data-part={index} style={{ inlineSize: percent(share(value)) }} />
        ))}
      </div>
      <ul className={classes['legend']} aria-label={title}>
        {marks.map(({ key, name, to, value, shown: figure }, index) => (
          <li key={key} data-nf-part>
            <span className={`${classes['part'] ?? ''} ${classes['swatch'] ?? ''}`} data-part={index} aria-hidden />
            {to === null ? <span>{name}</span> : <Link to={to}>{name}</Link>}
            <span className={classes['value']}>{figure}</span>
            <span className={classes['share']}>{shown.format(share(value))}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
