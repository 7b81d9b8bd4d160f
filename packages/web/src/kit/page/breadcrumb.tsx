import { createContext, useContext } from 'react';
import { createPortal } from 'react-dom';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { useTexts } from '../../base/texts/use-texts.tsx';
import classes from './page.module.css';

/** One entry of the breadcrumb. The last one is the present page and has no address. */
export interface Crumb {
  readonly text: string;
  readonly to?: string | undefined;
}

/** The element of the top bar that receives the breadcrumb. */
export const BreadcrumbSlot = createContext<HTMLElement | null>(null);

/** The breadcrumb of this page, drawn into the top bar. `lang`: the language of its entries, where it is not that of the page. */
export function Breadcrumb({ crumbs, lang }: { readonly crumbs: readonly Crumb[]; readonly lang: string | undefined }) {
  const { t } = useTexts();
  const slot = useContext(BreadcrumbSlot);
  if (!slot || crumbs.length === 0) return null;
  return createPortal(
    <nav aria-label={t('frame.breadcrumb')}>
      <ol className={classes['crumbs']} lang={lang}>
        {crumbs.map((crumb, index) => (
          <li key={`${index} ${crumb.text}`}>
            {index > 0 && <ChevronRight size={14} aria-hidden className="nf-mirrored" />}
            {crumb.to === undefined ? (
              <span aria-current="page">{crumb.text}</span>
            ) : (
              <Link to={crumb.to}>{crumb.text}</Link>
            )}
          </li>
        ))}
      </ol>
    </nav>,
    slot,
  );
}
