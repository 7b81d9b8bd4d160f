import { Empty } from '../../kit/messages/empty.tsx';
import { PlainButton } from '../../kit/plain/button.tsx';
import type { Failure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import classes from './app.module.css';

/** Shown when the application cannot even start: the server gave no session or no model. */
export function StartFailure({ failure, onRetry }: { readonly failure: Failure; readonly onRetry: () => void }) {
  const { t, problem } = useTexts();
  return (
    <main className={classes['failure']} data-nf-error={failure.code}>
      <h1>{t('start.failed')}</h1>
      <Empty
        kind="failed"
        title={problem({ code: failure.code, params: failure.problem?.params ?? {} })}
        actions={<PlainButton onClick={onRetry}>{t('error.retry')}</PlainButton>}
      >
        {t('error.code')} <code className="nf-code">{failure.code}</code>
      </Empty>
    </main>
  );
}
