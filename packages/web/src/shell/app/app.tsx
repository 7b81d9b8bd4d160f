import { isOpenLink } from '@ninefold/model';
import { Suspense, useEffect, useState } from 'react';
import { useSessionQuery } from '../../base/calls/session-api.ts';
import { toFailure } from '../../base/store/failure.ts';
import { Boundary } from '../../kit/messages/boundary.tsx';
import { ToastRegion } from '../../kit/toasts/toast-region.tsx';
import { lateScreen } from '../routes/late-screen.tsx';
import { SignedOut } from './signed-out.tsx';
import { StartFailure } from './start-failure.tsx';

const importSignedIn = () => import('./signed-in.tsx');
const SignedIn = lateScreen(async () => {
  const { SignedIn: screens, followFeed } = await importSignedIn();
  followFeed();
  return screens;
});

/** Loads the code of the screens before the page is drawn. Code that does not come is told of where it is drawn. */
export const loadScreens = (): Promise<void> => SignedIn.load().catch(() => undefined);

/** The reader, who stays so when their session ends: a dialog asks them to sign in again over the page, which keeps what is typed. */
function useReader(signedIn: string | null): string | null {
  const [reader, setReader] = useState(signedIn);
  if (signedIn !== null && signedIn !== reader) setReader(signedIn);
  return signedIn ?? reader;
}

/** Loads the code of the screens as soon as the page of a one-time link stands, while its form is being filled in. */
function useScreensSoon(isOneTime: boolean): void {
  useEffect(() => {
    // Where it does not arrive, signing in loads it again.
    if (isOneTime) void importSignedIn().catch(() => undefined);
  }, [isOneTime]);
}

/** The whole application: what a one-time link opens or, for a signed-in reader, the screens of the specification. */
export function App() {
  const { data, error, refetch } = useSessionQuery();
  const userId = useReader(data?.me?.id ?? null);
  const isSignedOut = userId === null && data !== undefined;
  useScreensSoon(isSignedOut && isOpenLink(window.location.pathname));
  return (
    <>
      {userId !== null && (
        <Boundary place={{ part: 'screens' }}>
          <Suspense>
            <SignedIn userId={userId} />
          </Suspense>
        </Boundary>
      )}
      {isSignedOut && <SignedOut />}
      {userId === null && !data && error !== undefined && (
        <StartFailure failure={toFailure(error)} onRetry={() => void refetch()} />
      )}
      <ToastRegion />
    </>
  );
}
