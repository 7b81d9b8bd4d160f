import { useEffect, useReducer } from 'react';
import { SignInScreen } from '../../screens/sign-in/sign-in-screen.tsx';
import { isOpenLink, signInPath } from '../routes/return-path.ts';
import { lateComponent } from '../../kit/late/late-component.tsx';

const OneTimePage = lateComponent(async () => {
  const { OneTimePage: page, allowRecords } = await import('./one-time-page.tsx');
  allowRecords();
  return page;
});

/**
 * What a reader sees who has not signed in: the sign-in page, which leads back to the address, or what a one-time link
 * opens. The sign-in page needs no router, so that the code of the router comes after it.
 */
export function SignedOut() {
  useDrawnAgainAtEachAddress();
  const { pathname, search, hash } = window.location;
  if (isOpenLink(pathname)) return <OneTimePage />;
  if (pathname !== '/_/sign-in') window.history.replaceState(null, '', signInPath(pathname + search + hash));
  return <SignInScreen />;
}

/** Back and forward lead from one address to another without loading the page. */
function useDrawnAgainAtEachAddress(): void {
  const [, drawAgain] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    window.addEventListener('popstate', drawAgain);
    return () => window.removeEventListener('popstate', drawAgain);
  }, []);
}
