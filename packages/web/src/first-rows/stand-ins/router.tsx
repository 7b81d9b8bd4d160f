import { useContext, type ComponentProps } from 'react';
import { PlaceContext } from '../reader-place.ts';

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  readonly to: string;
  readonly state?: unknown;
}

/** Opens the address as a page of its own: nothing is there yet that could lead to it within this one. */
export function Link({ to, state: _state, children, ...props }: LinkProps) {
  return (
    <a {...props} href={to} tabIndex={-1}>
      {children}
    </a>
  );
}

/** Where the page stands. */
export function useLocation() {
  const { pathname, search } = useContext(PlaceContext);
  return { pathname, search, hash: '', state: null, key: 'default' };
}

/** Whether a path is one of a pattern, and the values of its parameters. */
export function matchPath(pattern: string, pathname: string) {
  const form = pattern.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)').replace(/\/$/, '');
  const found = new RegExp(`^${form}/?$`, 'i').exec(pathname);
  return found === null ? null : { params: { ...found.groups } };
}
