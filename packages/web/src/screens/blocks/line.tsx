import { useRef, useState, type KeyboardEvent } from 'react';
import { Link } from 'react-router';
import { useTexts } from '../../base/texts/use-texts.tsx';
import type { Mark, MarksProps } from './chart.tsx';
import { percent, shareOf, spanOf, type Span } from './scale.ts';
import classes from './blocks.module.css';

/** A line through time. Arrow keys go from point to point; each says its period and figure, and leads to its records. */
export function Line({ marks, title }: MarksProps) {
  const { t } = useTexts();
  const points = marks.filter(({ period }) => period !== null);
  const [at, setAt] = useState(points.length - 1);
  const list = useRef<HTMLUListElement>(null);
  const span = spanOf(points);
  const move = (event: KeyboardEvent): void => {
    const next = STEPS[event.key]?.(at, points.length - 1);
    if (next === undefined) return;
    event.preventDefault();
    setAt(next);
    list.current?.querySelectorAll<HTMLElement>('a, button')[next]?.focus();
  };
  const chosen = points[at];
  return (
    <figure className={classes['line']}>
      <div className={classes['plot']}>
        <span className={classes['top']} aria-hidden>
          {points.find(({ value }) => value === span.high)?.shown}
        </span>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
          {pathsOf(points, span).map((path) => (
            <polyline key={path} points={path} className={classes['stroke']} />
          ))}
        </svg>
        <ul ref={list} className={classes['points']} aria-label={title}>
          {points.map((mark, index) => (
            <li
              key={mark.key}
              style={{
                insetInlineStart: percent(across(index, points.length)),
                insetBlockEnd: percent(shareOf(mark.value ?? 0, span)),
              }}
              data-nf-point
            >
              <Point mark={mark} isChosen={index === at} choose={() => setAt(index)} move={move} />
            </li>
          ))}
        </ul>
      </div>
      <p className="nf-hidden">{t('blocks.keys')}</p>
      <div className={classes['ends']} aria-hidden>
        <span>{points[0]?.period}</span>
        <span>{points.at(-1)?.period}</span>
      </div>
      {chosen !== undefined && (
        <figcaption className={classes['chosen']} aria-hidden>
          {chosen.period}: <strong>{chosen.shown}</strong>
        </figcaption>
      )}
    </figure>
  );
}

const STEPS: Readonly<Partial<Record<string, (at: number, last: number) => number>>> = {
  ArrowLeft: (at) => Math.max(0, at - 1),
  ArrowRight: (at, last) => Math.min(last, at + 1),
  Home: () => 0,
  End: (_, last) => last,
};

interface PointProps {
  readonly mark: Mark;
  readonly isChosen: boolean;
  readonly choose: () => void;
  readonly move: (event: KeyboardEvent) => void;
}

function Point({ mark: { period, shown, to, value }, isChosen, choose, move }: PointProps) {
  const { t } = useTexts();
  const shared = {
    className: classes['point'],
    tabIndex: isChosen ? 0 : -1,
    'data-blank': value === null || undefined,
    'data-chosen': isChosen || undefined,
    onFocus: choose,
    onKeyDown: move,
    onPointerEnter: choose,
  };
  const said = (
    <span className="nf-hidden">
      {period}: {value === null ? t('blocks.blank') : shown}
    </span>
  );
  if (to !== null)
    return (
      <Link to={to} {...shared}>
        {said}
      </Link>
    );
  return (
    <button type="button" {...shared}>
      {said}
    </button>
  );
}

function across(index: number, of: number): number {
  return of < 2 ? 0.5 : index / (of - 1);
}

/** One path for each stretch of points that have a value. */
function pathsOf(points: readonly Mark[], span: Span): readonly string[] {
  const paths: string[][] = [[]];
  for (const [index, { value }] of points.entries()) {
    if (value === null) paths.push([]);
    else
      paths
        .at(-1)
        ?.push(`${(across(index, points.length) * 100).toFixed(2)},${(100 - shareOf(value, span) * 100).toFixed(2)}`);
  }
  return paths.filter((path) => path.length > 1).map((path) => path.join(' '));
}
