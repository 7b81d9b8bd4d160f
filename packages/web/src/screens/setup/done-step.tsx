import { Button } from '@mantine/core';
import { Circle, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { canEver, type FirstRunAnswer, screensOf } from '@ninefold/model';
import { useStartPath } from '../../base/model/use-start.ts';
import { useMe, useModel, useRights } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { FirstRunStep } from './first-run-step.tsx';
import classes from './setup.module.css';

const BACKUP = 'npx ninefold backup';

/** What is done, and what is left to do before other users sign in. */
export function DoneStep() {
  const { t, appName } = useTexts();
  const start = useStartPath();
  return (
    <FirstRunStep step="done">
      {(answer) => (
        <>
          <p className={classes['text']}>{t('first_run.done.text', { app: appName })}</p>
          <Checklist answer={answer} />
          <Button component={Link} to={start} data-nf-open>
            {t('first_run.done.open', { app: appName })}
          </Button>
        </>
      )}
    </FirstRunStep>
  );
}

function Checklist({ answer }: { readonly answer: FirstRunAnswer }) {
  const { t } = useTexts();
  const model = useModel();
  const { notShown } = model;
  const me = useMe();
  const warnings = answer.issues.filter(({ severity }) => severity === 'warning').length;
  const [people] = screensOf(model, 'user', 'list');
  const mayAdd = canEver(useRights(), 'user', 'create'); // without a grant of roles nobody may
  return (
    <ul className={classes['checklist']}>
      <Entry done>{t('first_run.done.account', { name: me.name, email: me.email })}</Entry>
      <Entry done={warnings === 0 && notShown.length === 0}>
        <Link to="/_/spec">{t('first_run.done.specification', { warnings, count: notShown.length })}</Link>
      </Entry>
      {answer.sample_data === 'loaded' && <Entry done>{t('first_run.done.sample_data')}</Entry>}
      {mayAdd && (
        <Entry>
          {people ? <Link to={people.path}>{t('first_run.done.people')}</Link> : t('first_run.done.people')}
        </Entry>
      )}
      <Entry>
        {t('first_run.done.backup')} <code className="nf-code">{BACKUP}</code>
      </Entry>
    </ul>
  );
}

function Entry({ done = false, children }: { readonly done?: boolean; readonly children: ReactNode }) {
  const { t } = useTexts();
  const Glyph = done ? CircleCheck : Circle;
  return (
    <li>
      <Glyph size={16} aria-hidden />
      <span>
        <span className="nf-hidden">{t(done ? 'first_run.done.is_done' : 'first_run.done.to_do')} </span>
        {children}
      </span>
    </li>
  );
}
