import { Navigate, useLocation } from 'react-router';
import { returnPath, signInPath } from './return-path.ts';

/** Leads a signed-out reader to the sign-in page and back afterwards. */
export function ToSignIn() {
  const { pathname, search, hash } = useLocation();
  return <Navigate to={signInPath(pathname + search + hash)} replace />;
}

/** Leads a signed-in reader from the sign-in page to the requested one. */
export function SignedIn() {
  return <Navigate to={returnPath(useLocation().search)} replace />;
}
