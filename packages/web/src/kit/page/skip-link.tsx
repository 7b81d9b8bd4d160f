import type { MouseEvent } from 'react';
import { useTexts } from '../../base/texts/use-texts.tsx';

function skip(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById('nf-main')?.focus();
}

/** The first stop of the Tab key, which skips the navigation. */
export function SkipLink() {
  const { t } = useTexts();
  return (
    <a className="nf-skip" href="#nf-main" onClick={skip}>
      {t('frame.skip')}
    </a>
  );
}
