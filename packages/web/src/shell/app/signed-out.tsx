import { useEffect, useReducer } from 'react';
import { isOpenLink } from '@ninefold/model';
import { lateComponent } from '../../kit/late/late-component.tsx';
import { ToSignIn } from '../routes/to-sign-in.tsx';

const OneTimePage = lateComponent(async () => {
  const { OneTimePage: page, allowRecords } = await import('./one-time-page.tsx');
  allowRecords();
  return page;
});

/** What a reader sees who has not signed in: what a one-time link opens; every other address leads to the sign-in page. */
export function SignedOut() {
  useDrawnAgainAtEachAddress();
  return isOpenLink(window.location.pathname) ? <OneTimePage /> : <ToSignIn />;
}

/** Back and forward lead from one address to another without loading the page. */
function useDrawnAgainAtEachAddress(): void {
  const [, drawAgain] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    window.addEventListener('popstate', drawAgain);
    return () => window.removeEventListener('popstate', drawAgain);
  }, []);
}
