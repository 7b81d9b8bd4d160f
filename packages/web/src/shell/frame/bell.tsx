import { Bell as BellGlyph } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useTexts } from '../../base/texts/use-texts.tsx';
import iconMenuStyles from '../../kit/controls/icon-menu.module.css';
import { afterPage } from './after-page.ts';
import { BellCount } from './bell-count.tsx';

/** The way to the notifications of the reader, with how many of them are unread, which is asked for once the page is there. */
export function Bell() {
  const { t } = useTexts();
  const [isAfter, setIsAfter] = useState(false);
  useEffect(() => void afterPage().then(() => setIsAfter(true)), []);
  return (
    <Link to="/_/inbox" className={iconMenuStyles['tool']} title={t('inbox.title')} data-nf-bell>
      <BellGlyph size={16} aria-hidden />
      <span className="nf-hidden">{t('inbox.title')}</span>
      {isAfter && <BellCount />}
    </Link>
  );
}
