import { createContext, useContext } from 'react';
import { createPortal } from 'react-dom';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { useTexts } from '../texts/use-texts.ts';
import classes from './page.module.css';

/** One step of the way to a page; the last one, where the reader is, has no address. */
export interface Crumb {
  readonly text: string;
  readonly to?: string | undefined;
}

/** The place in the top bar that takes the breadcrumb. */
export const BreadcrumbSlot = createContext<HTMLElement | null>(null);

/** The way to this page, drawn into the top bar. */
export function Breadcrumb({ crumbs }: { readonly crumbs: readonly Crumb[] }) {
  const { t } = useTexts();
  const slot = useContext(BreadcrumbSlot);
  if (!slot || crumbs.length === 0) return null;
  return createPortal(
    <nav aria-label={t('frame.breadcrumb')}>
      <ol className={classes['crumbs']}>
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
