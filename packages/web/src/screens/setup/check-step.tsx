import { Button } from '@mantine/core';
import { CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { FirstRunAnswer } from '@ninefold/model';
import { Link } from 'react-router';
import { NotShownLedger } from '../pages/not-shown-ledger.tsx';
import { useModel } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { FirstRunStep } from './first-run-step.tsx';
import classes from './setup.module.css';

type Issue = FirstRunAnswer['issues'][number];

/** The results of the checker: warnings, and what is not shown. There are no errors, because the specification runs. */
export function CheckStep() {
  const { t } = useTexts();
  const { notShown } = useModel();
  return (
    <FirstRunStep step="check">
      {({ issues }) => (
        <>
          <p className={classes['text']}>{t('first_run.check.text')}</p>
          <p className={classes['verdict']}>
            <CircleCheck size={16} aria-hidden /> {t('first_run.check.no_errors')}
          </p>
          <Issues severity="warning" all={issues} />
          <Issues severity="notice" all={issues} />
          {notShown.length === 0 ? (
            <p className={classes['verdict']}>
              <CircleCheck size={16} aria-hidden /> {t('first_run.check.complete')}
            </p>
          ) : (
            <details className={classes['more']} data-nf-open-points>
              <summary>{t('first_run.check.not_shown', { count: notShown.length })}</summary>
              <NotShownLedger />
            </details>
          )}
          <Button component={Link} to="/_/setup/data">
            {t('first_run.next')}
          </Button>
        </>
      )}
    </FirstRunStep>
  );
}

function Issues({ severity, all }: { readonly severity: Issue['severity']; readonly all: readonly Issue[] }) {
  const { t } = useTexts();
  const issues = all.filter((issue) => issue.severity === severity);
  if (issues.length === 0) return null;
  const Glyph = severity === 'warning' ? TriangleAlert : Info;
  return (
    <details className={classes['more']} open={severity === 'warning'} data-nf-issues={severity}>
      <summary>
        <Glyph size={16} aria-hidden /> {t(`first_run.check.${severity}`, { count: issues.length })}
      </summary>
      <ul className={classes['issues']}>
        {issues.map((issue) => (
          <li key={`${issue.id} ${issue.place} ${issue.message}`}>
            <p>{issue.message}</p>
            <p className={classes['note']}>{issue.help}</p>
            <p className={classes['code']}>
              <code className="nf-code">{issue.id}</code> <code className="nf-code">{issue.place}</code>
            </p>
          </li>
        ))}
      </ul>
    </details>
  );
}
