import { useEffect, type RefObject } from 'react';
import { useLocation, useNavigationType } from 'react-router';

let lastPath: string | null = null;

/** Moves the focus to the heading when the route has changed, not on the first load. */
export function useHeadingFocus(heading: RefObject<HTMLHeadingElement | null>, restoresFocus = false): void {
  const { pathname } = useLocation();
  const way = useNavigationType();
  useEffect(() => {
    const before = lastPath;
    lastPath = pathname;
    if (before === null || before === pathname || (way === 'POP' && restoresFocus)) return;
    heading.current?.focus({ preventScroll: true });
    // Only the navigation that led here matters.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [pathname]);
}
