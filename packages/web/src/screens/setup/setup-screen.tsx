import { Button } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { Banners } from '../../kit/page/banners.tsx';
import { BarePage } from '../../kit/page/bare-page.tsx';
import { Loading } from '../../kit/messages/loading.tsx';
import { toFailure, type Failure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { LanguageStep } from './language-step.tsx';
import { LinkForm } from './link-form.tsx';
import { useOneTimeLinkQuery } from './setup-api.ts';
import classes from './setup.module.css';
import { useWindowTitle } from './window-title.ts';

interface SetupScreenProps {
  /** The second step of the first run: the account. */
  readonly administrator?: boolean;
}

/** What a one-time link opens: the first steps of the first run, or the form of an invited person. */
export function SetupScreen({ administrator = false }: SetupScreenProps) {
  const { token = '' } = useParams();
  const { data: known, error } = useOneTimeLinkQuery(token);
  const failure = error === undefined ? null : toFailure(error);
  // a link that is asked again, once the connection is back, may have been used in another window meanwhile
  const data = failure?.code === 'setup_used' ? undefined : known;
  return (
    <BarePage screen="setup" banners={<Banners />}>
      {data && (administrator || data.time_zone === null) && <LinkForm token={token} link={data} />}
      {data && !administrator && data.time_zone !== null && <LanguageStep token={token} timeZone={data.time_zone} />}
      {!data && (failure === null ? <Loading /> : <Unusable failure={failure} />)}
    </BarePage>
  );
}

/** Why the link cannot be used (it was used, it has ended, or it never existed), and what to do. */
function Unusable({ failure }: { readonly failure: Failure }) {
  const { t, problem } = useTexts();
  useWindowTitle(t('setup.unusable'));
  return (
    <div className={classes['unusable']} data-nf-error={failure.code}>
      <h1>{t('setup.unusable')}</h1>
      <p className={classes['text']}>{problem({ code: failure.code, params: failure.problem?.params ?? {} })}</p>
      <p className={classes['text']}>{t('setup.unusable_text')}</p>
      <p className={classes['code']}>
        {t('error.code')} <code className="nf-code">{failure.code}</code>
      </p>
      <Button component={Link} to="/_/sign-in">
        {t('sign_in.submit')}
      </Button>
    </div>
  );
}
