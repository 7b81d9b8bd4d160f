import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { returnPath } from './return-path.ts';

/** Leads a signed-in reader from the sign-in page to the requested one, else to their home. */
export function SignedIn({ home }: { readonly home: string }) {
  return <Navigate to={returnPath(useLocation().search, home)} replace />;
}

interface AtRootProps {
  readonly home: string;
  /** What stands at `/` itself; null: nothing but the home. */
  readonly children: ReactNode;
}

/** Who comes to `/` from outside is led to their home. Who follows a link to `/` gets the screen that stands there. */
export function AtRoot({ home, children }: AtRootProps) {
  const isArrival = useLocation().key === 'default';
  return isArrival || children === null ? <Navigate to={home} replace /> : children;
}
