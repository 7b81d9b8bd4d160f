import { Link, useLocation } from 'react-router';
import { useAccessQuery } from '../../base/calls/access-api.ts';
import { failureOf } from '../../base/store/failure.ts';
import { Loading } from '../messages/loading.tsx';
import { NoPermission } from './no-permission.tsx';
import { Page } from './page.tsx';
import { ErrorCode } from '../messages/error-code.tsx';
import { useModel } from '../../base/model/use-model.ts';
import { nearestScreens } from './nearest.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { ToStart } from './to-start.tsx';
import classes from './not-found.module.css';

/** The page for an address that the reader has no screen for: it is for other roles, which it names, or for nobody. */
export function NotFoundScreen() {
  const { pathname } = useLocation();
  const { data, isLoading } = useAccessQuery(pathname);
  if (isLoading) return <Loading />;
  if (!data) return <UnknownAddress />;
  const params = { roles: data.roles };
  return <NoPermission failure={failureOf(403, { code: 'forbidden', params }, true)} />;
}

/** Links to the most similar addresses. */
function UnknownAddress() {
  const texts = useTexts();
  const { pathname } = useLocation();
  const near = nearestScreens(pathname, useModel().screens);
  const { t } = texts;
  return (
    <Page title={t('not_found.title')} screen="not-found">
      <div className="nf-panel" data-nf-error="unknown_route">
        <p>
          {t('not_found.text')} <bdi className="nf-code">{pathname}</bdi>
        </p>
        {near.length > 0 && (
          <>
            <h2>{t('not_found.near')}</h2>
            <ul className={classes['near']}>
              {near.map((screen) => (
                <li key={screen.id}>
                  <Link to={screen.path} data-nf-near={screen.id}>
                    {texts.screen(screen)}
                  </Link>
                </li>
              ))}
            </ul>
          </>
        )}
        <p>
          <ToStart />
        </p>
        <p>
          <ErrorCode code="unknown_route" named />
        </p>
      </div>
    </Page>
  );
}
