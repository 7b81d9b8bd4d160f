import { Button, Radio, Stack } from '@mantine/core';
import { Link } from 'react-router';
import { showTime } from '../../base/format/times.ts';
import { useSession } from '../../base/session/session-context.ts';
import { useChooseLanguage } from '../../base/texts/choose-language.ts';
import { languageName } from '../../base/texts/words.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import classes from './setup.module.css';
import { StepHead } from './step-head.tsx';

interface LanguageStepProps {
  readonly token: string;
  readonly timeZone: string;
}

/** The language of the first administrator, and the time zone of the application. */
export function LanguageStep({ token, timeZone }: LanguageStepProps) {
  const { t, language } = useTexts();
  const languages = useSession()?.languages ?? [language];
  const chooseLanguage = useChooseLanguage();
  return (
    <>
      <StepHead step="language" />
      <Radio.Group
        label={t('first_run.language.label')}
        description={t('first_run.language.hint')}
        value={language}
        onChange={chooseLanguage}
      >
        <Stack gap="xs" mt="xs">
          {languages.map((each) => (
            <Radio key={each} value={each} lang={each} label={languageName(each)} />
          ))}
        </Stack>
      </Radio.Group>
      <Zones timeZone={timeZone} />
      <Button component={Link} to={`/_/setup/${token}/administrator`}>
        {t('first_run.next')}
      </Button>
    </>
  );
}

/** The zone of the application, and that of this computer where it is another. */
function Zones({ timeZone }: { readonly timeZone: string }) {
  const { t, language } = useTexts();
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const now = new Date().toISOString();
  return (
    <div>
      <dl className={classes['person']}>
        <dt>{t('first_run.language.zone')}</dt>
        <dd data-nf-zone>{t('first_run.language.now', { zone: timeZone, time: showTime(now, language, timeZone) })}</dd>
        {here !== timeZone && (
          <>
            <dt>{t('first_run.language.here')}</dt>
            <dd>{t('first_run.language.now', { zone: here, time: showTime(now, language, here) })}</dd>
          </>
        )}
      </dl>
      <p className={classes['note']}>{t('first_run.language.zone_hint')}</p>
    </div>
  );
}
