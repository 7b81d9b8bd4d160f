import { Check } from 'lucide-react';
import { useRef } from 'react';
import { useHeadingFocus } from '../../kit/page/use-heading-focus.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import classes from './setup.module.css';
import { useWindowTitle } from './window-title.ts';

/** The steps of the first run, in order. The first two need the one-time link, the others a signed-in user. */
const STEPS = ['language', 'administrator', 'check', 'data', 'done'] as const;
export type Step = (typeof STEPS)[number];

interface StepHeadProps {
  readonly step: Step;
  /** Something on the page has to be corrected. */
  readonly wrong?: boolean;
}

/** The progress of the first run ("Step 2 of 5"), the steps, and the heading. */
export function StepHead({ step, wrong = false }: StepHeadProps) {
  const { t } = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  useHeadingFocus(heading);
  const current = STEPS.indexOf(step);
  const place = t('first_run.step', { step: current + 1, steps: STEPS.length });
  useWindowTitle(`${t(`first_run.${step}.title`)} · ${place}`, wrong);
  return (
    <>
      <div>
        <p className={classes['place']}>{place}</p>
        <ol className={classes['steps']} aria-label={t('first_run.steps')}>
          {STEPS.map((each, index) => (
            <li key={each} aria-current={index === current ? 'step' : undefined} data-nf-step={each}>
              {index < current && <Check size={12} aria-hidden />}
              <span className={index === current ? undefined : 'nf-hidden'}>
                {t(`first_run.${each}.short`)}
                {index < current && ` ${t('first_run.passed')}`}
              </span>
            </li>
          ))}
        </ol>
      </div>
      <h1 ref={heading} tabIndex={-1}>
        {t(`first_run.${step}.title`)}
      </h1>
    </>
  );
}
