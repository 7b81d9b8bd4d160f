import { Bell as BellGlyph } from 'lucide-react';
import { Link } from 'react-router';
import { useTexts } from '../../base/texts/use-texts.tsx';
import iconMenuStyles from '../../kit/controls/icon-menu.module.css';
import { afterPage } from './after-page.ts';
import { lateComponent } from '../../kit/late/late-component.tsx';
import { withLateTexts } from '../../base/texts/with-late-texts.ts';

/** How many are unread is asked for once the page is there. */
const BellCount = lateComponent(async () => {
  await afterPage();
  return withLateTexts(async () => (await import('./bell-count.tsx')).BellCount)();
});

/** The way to the notifications of the reader, with how many of them are unread. */
export function Bell() {
  const { t } = useTexts();
  return (
    <Link to="/_/inbox" className={iconMenuStyles['tool']} title={t('inbox.title')} data-nf-bell>
      <BellGlyph size={16} aria-hidden />
      <span className="nf-hidden">{t('inbox.title')}</span>
      <BellCount />
    </Link>
  );
}
