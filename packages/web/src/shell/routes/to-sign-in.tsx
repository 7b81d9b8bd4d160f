import { useEffect } from 'react';
import { signInPath } from './return-path.ts';

/** Loads the sign-in page, which has a document of its own and leads back to this address. */
export function ToSignIn() {
  useEffect(() => {
    const { pathname, search, hash } = window.location;
    if (pathname === '/_/sign-in') window.location.reload();
    else window.location.replace(signInPath(pathname + search + hash));
  }, []);
  return null;
}
