import type { ReactNode } from 'react';
import { useTexts } from '../../base/texts/use-texts.tsx';
import type { Count } from '../../base/calls/home-api.ts';
import classes from './home.module.css';

interface FigureProps {
  readonly count: Count | undefined;
  readonly label: string;
  /** What stands below. */
  readonly children?: ReactNode;
}

/** A number of records and what they are; a plus sign where counting stopped early. */
export function Figure({ count, label, children }: FigureProps) {
  const number = useNumber();
  return (
    <span className={classes['figure']}>
      <span className={classes['number']}>{count === undefined ? '…' : number(count)}</span>
      <span className={classes['label']}>{label}</span>
      {children}
    </span>
  );
}

/** Writes a number of records as the reader's language has it, with a plus sign where counting stopped early. */
export function useNumber(): (count: Count) => string {
  const { t, language } = useTexts();
  return ({ total, total_is }) => {
    const number = new Intl.NumberFormat(language).format(total);
    return total_is === 'at_least' ? t('home.at_least', { number }) : number;
  };
}
