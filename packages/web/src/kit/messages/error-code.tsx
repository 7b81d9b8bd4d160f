import { isRuntimeError } from '@ninefold/model';
import { Link } from 'react-router';
import { useTexts } from '../../base/texts/use-texts.tsx';

interface ErrorCodeProps {
  readonly code: string;
  /** Puts the word “Code:” before it. */
  readonly named?: boolean;
}

/**
 * The way to the entry of the catalogue: the code of an error of the runtime, which people quote. The id of an entry of the
 * specification says nothing to them and is not shown.
 */
export function ErrorCode({ code, named = false }: ErrorCodeProps) {
  const { t } = useTexts();
  const to = `/_/errors/${code}`;
  if (!isRuntimeError(code)) return <Link to={to}>{t('error.about')}</Link>;
  return (
    <>
      {named && t('error.code')}
      {named && ' '}
      <Link to={to} className="nf-code">
        {code}
      </Link>
    </>
  );
}
