import { useTexts } from '../../base/texts/use-texts.tsx';

/** Says of a moment of which only the day was given that the day begins then. */
export function NoTime() {
  const { t } = useTexts();
  return <span data-nf-no-time>{t('late.no_time')}</span>;
}
