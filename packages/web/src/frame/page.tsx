import type { Screen } from '@ninefold/model';
import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { useTexts } from '../texts/use-texts.ts';
import { Breadcrumb, type Crumb } from './breadcrumb.tsx';
import classes from './page.module.css';

interface PageProps {
  /** The h1. */
  readonly title: string;
  /** Stands beside the h1: a badge, a count. */
  readonly beside?: ReactNode;
  readonly breadcrumb?: readonly Crumb[] | undefined;
  readonly actions?: ReactNode;
  /** Stands above the h1: the summary of errors. */
  readonly above?: ReactNode;
  readonly busy?: boolean | undefined;
  /** The screen of the specification, or the runtime's own name of a page. */
  readonly screen?: Screen | string | undefined;
  /** What the window's title begins with, such as `Error: `. */
  readonly titlePrefix?: string | undefined;
  /** True where the page itself puts the focus back when the reader comes back to it. */
  readonly restoresFocus?: boolean | undefined;
  readonly children: ReactNode;
}

let lastPath: string | null = null;

/** Moves the focus to the heading when the route has changed, not on the first load. */
function useHeadingFocus(heading: RefObject<HTMLHeadingElement | null>, restoresFocus: boolean): void {
  const { pathname } = useLocation();
  const way = useNavigationType();
  useEffect(() => {
    const before = lastPath;
    lastPath = pathname;
    if (before === null || before === pathname || (way === 'POP' && restoresFocus)) return;
    heading.current?.focus({ preventScroll: true });
    // The way of coming here matters only at the moment of arrival.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [pathname]);
}

function windowTitle(title: string, screen: string | null, app: string): string {
  const parts = [title, screen, app].filter((part): part is string => part !== null && part !== '');
  return [...new Set(parts)].join(' · ');
}

/** One page of the application: the window's title, one h1 that takes the focus, and the content. */
export function Page(props: PageProps) {
  const { title, screen, titlePrefix = '', restoresFocus = false } = props;
  const texts = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  useHeadingFocus(heading, restoresFocus);
  const screenName = typeof screen === 'object' ? texts.screen(screen) : null;
  const full = titlePrefix + windowTitle(title, screenName, texts.appName);
  useEffect(() => {
    document.title = full;
  }, [full]);
  const id = typeof screen === 'object' ? screen.id : screen;
  return (
    <div className={classes['page']} data-nf-screen={id} aria-busy={props.busy === true}>
      {props.breadcrumb && <Breadcrumb crumbs={props.breadcrumb} />}
      {props.above}
      <div className={classes['head']}>
        <div className={classes['title']}>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {props.beside}
        </div>
        {props.actions && <div className={classes['actions']}>{props.actions}</div>}
      </div>
      {props.children}
    </div>
  );
}
