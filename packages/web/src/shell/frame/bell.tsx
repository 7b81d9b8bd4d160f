import { Bell as BellGlyph } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { loadLateTexts } from '../../base/texts/i18n.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { lateCode } from '../../kit/dialogs/late-code.ts';
import iconMenuStyles from '../../kit/controls/icon-menu.module.css';
import { afterPage } from './after-page.ts';

/** How many are unread is asked for once the page is there. */
const BellCount = lazy(async () => {
  await afterPage();
  const [{ BellCount: Count }] = await lateCode(() => Promise.all([import('./bell-count.tsx'), loadLateTexts()]));
  return { default: Count };
});

/** The way to the notifications of the reader, with how many of them are unread. */
export function Bell() {
  const { t } = useTexts();
  return (
    <Link to="/_/inbox" className={iconMenuStyles['tool']} title={t('inbox.title')} data-nf-bell>
      <BellGlyph size={16} aria-hidden />
      <span className="nf-hidden">{t('inbox.title')}</span>
      <Suspense>
        <BellCount />
      </Suspense>
    </Link>
  );
}
