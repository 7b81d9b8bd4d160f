import { applicationError, RUNTIME_ERRORS } from '@ninefold/model';
import { useParams } from 'react-router';
import { Page } from '../../kit/page/page.tsx';
import { WrittenAt } from '../../kit/messages/written-at.tsx';
import { useModel } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { NotFoundScreen } from '../../kit/page/not-found-screen.tsx';
import { withoutValues } from '../../base/texts/words.ts';
import classes from './pages.module.css';

const PARTS = ['message', 'cause', 'remedy'] as const;

/** One entry of the error catalogue. */
export function ErrorScreen() {
  const { t, errorPart } = useTexts();
  const { id = '' } = useParams();
  const own = useModel().errors[id];
  const entry = own ?? RUNTIME_ERRORS[id];
  if (!entry) return <NotFoundScreen />;
  return (
    <Page
      title={t('errors.title', { code: id })}
      screen="errors"
      breadcrumb={[{ text: t('errors.all'), to: '/_/errors' }, { text: id }]}
    >
      <dl className={`nf-panel ${classes['entry']}`} data-nf-catalogue={id}>
        <dt>{t('errors.code')}</dt>
        <dd>
          <code className="nf-code">{id}</code>
        </dd>
        <dt>{t('errors.status')}</dt>
        <dd>{entry.status}</dd>
        {PARTS.map((part) => {
          const text = errorPart(id, part);
          return (
            <div key={part} className={classes['row']}>
              <dt>{t(`errors.${part}`)}</dt>
              <dd>{text === null ? t('not_shown.label') : withoutValues(text)}</dd>
            </div>
          );
        })}
        <dt>{t('errors.source')}</dt>
        <dd>
          {t(own ? 'errors.of_specification' : 'errors.of_runtime')}{' '}
          {own && <WrittenAt problems={[{ code: applicationError(id), params: {} }]} entity={id.split('.')[0]} />}
        </dd>
      </dl>
    </Page>
  );
}
