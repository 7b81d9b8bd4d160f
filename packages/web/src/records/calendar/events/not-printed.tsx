import { useTexts } from '../../../base/texts/use-texts.tsx';

/** On paper, in the place of what nobody has scrolled to: what is asked for on sight alone cannot be printed before. */
export function NotPrinted() {
  const { t } = useTexts();
  return (
    <p className="nf-printed" data-nf-not-printed>
      {t('calendar.not_printed')}
    </p>
  );
}
