import { Link } from 'react-router';
import { useStartPath } from '../../base/model/use-start.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';

/** A link to the reader's start page. */
export function ToStart() {
  const { t } = useTexts();
  return <Link to={useStartPath()}>{t('not_found.home')}</Link>;
}
