import { applicationError, RUNTIME_ERRORS } from '@ninefold/model';
import { useParams } from 'react-router';
import { FormerAddress } from '../../kit/page/former-address.tsx';
import { Page } from '../../kit/page/page.tsx';
import { WrittenAt } from '../../kit/messages/written-at.tsx';
import { useModel } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { NotFoundScreen } from '../../kit/page/not-found-screen.tsx';
import { withoutValues } from '../../base/texts/words.ts';
import { useCause } from './use-cause.ts';
import classes from './pages.module.css';

const PARTS = ['message', 'cause', 'remedy'] as const;

/** One entry of the error catalogue. */
export function ErrorScreen() {
  const { t, errorPart } = useTexts();
  const { id = '' } = useParams();
  const { errors } = useModel();
  const cause = useCause(id);
  const own = errors[id];
  const entry = own ?? RUNTIME_ERRORS[id];
  const renamed = entry ? undefined : Object.values(errors).find(({ was }) => was === id);
  if (renamed) return <FormerAddress to={`/_/errors/${renamed.id}`} />;
  if (!entry) return <NotFoundScreen />;
  const textOf = (part: (typeof PARTS)[number]): string => {
    const text = part === 'cause' ? cause : errorPart(id, part);
    return text === null ? t('not_shown.label') : withoutValues(text);
  };
  return (
    <Page
      title={t('errors.title', { message: textOf('message') })}
      screen="errors"
      breadcrumb={[{ text: t('errors.all'), to: '/_/errors' }, { text: textOf('message') }]}
    >
      <dl className={`nf-panel ${classes['entry']}`} data-nf-catalogue={id}>
        <dt>{t('errors.code')}</dt>
        <dd>
          <code className="nf-code">{id}</code>
        </dd>
        <dt>{t('errors.status')}</dt>
        <dd>{entry.status}</dd>
        {PARTS.map((part) => (
          <div key={part} className={classes['row']}>
            <dt>{t(`errors.${part}`)}</dt>
            <dd>{textOf(part)}</dd>
          </div>
        ))}
        <dt>{t('errors.source')}</dt>
        <dd>
          {t(own ? 'errors.of_specification' : 'errors.of_runtime')}{' '}
          {own && <WrittenAt problems={[{ code: applicationError(id), params: {} }]} entity={id.split('.')[0]} />}
        </dd>
      </dl>
    </Page>
  );
}
