import type { Screen } from '@ninefold/model';
import { useEffect, useRef, type ReactNode } from 'react';
import { Boundary } from '../messages/boundary.tsx';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { Breadcrumb, type Crumb } from './breadcrumb.tsx';
import classes from './page.module.css';
import { useHeadingFocus } from './use-heading-focus.ts';

interface PageProps {
  /** The h1. */
  readonly title: string;
  /** Stands beside the h1: a badge, a count. */
  readonly beside?: ReactNode;
  readonly breadcrumb?: readonly Crumb[] | undefined;
  readonly actions?: ReactNode;
  /** Stands under the h1: the summary of errors. */
  readonly summary?: ReactNode;
  readonly busy?: boolean | undefined;
  /** The screen of the specification, or the runtime's own name of a page. */
  readonly screen?: Screen | string | undefined;
  /** What the window's title begins with, such as `Error: `. */
  readonly titlePrefix?: string | undefined;
  /** True where the page itself puts the focus back when the reader comes back to it. */
  readonly restoresFocus?: boolean | undefined;
  /** True for a head in one row at most two lines high, so that the content begins high up. */
  readonly dense?: boolean | undefined;
  readonly children: ReactNode;
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
  const written = typeof screen === 'object' ? texts.written : undefined;
  const place = { screen: id ?? '' };
  return (
    <div className={classes['page']} data-nf-screen={id} aria-busy={props.busy === true}>
      {props.breadcrumb && <Breadcrumb crumbs={props.breadcrumb} lang={written} />}
      <div className={classes['head']} data-dense={props.dense}>
        <div className={classes['title']}>
          <h1 ref={heading} tabIndex={-1} lang={written} title={props.dense ? title : undefined}>
            {title}
          </h1>
          <Boundary place={{ part: 'beside', ...place }} again={full}>
            {props.beside}
          </Boundary>
        </div>
        {props.actions && (
          <div className={classes['actions']}>
            <Boundary place={{ part: 'actions', ...place }} again={full}>
              {props.actions}
            </Boundary>
          </div>
        )}
      </div>
      {props.summary}
      <Boundary place={{ part: 'content', ...place }} again={full}>
        {props.children}
      </Boundary>
    </div>
  );
}
