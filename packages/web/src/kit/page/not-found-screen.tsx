import { Link, useLocation } from 'react-router';
import { Page } from './page.tsx';
import { ErrorCode } from '../messages/error-code.tsx';
import { useModel } from '../../base/model/use-model.ts';
import { nearestScreens } from './nearest.ts';
import { useTexts } from '../../base/texts/use-texts.ts';
import classes from './not-found.module.css';

/** The page for an unknown address, with links to the most similar ones. */
export function NotFoundScreen() {
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
          <Link to="/">{t('not_found.home')}</Link>
        </p>
        <p>
          {t('error.code')} <ErrorCode code="unknown_route" />
        </p>
      </div>
    </Page>
  );
}
