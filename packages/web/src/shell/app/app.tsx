import { useEffect, useMemo, useState } from 'react';
import { RouterProvider } from 'react-router/dom';
import { ModelContext } from '../../base/model/use-model.ts';
import { routerFor } from '../routes/routes.tsx';
import { useModelQuery, useSessionQuery } from '../../base/calls/session-api.ts';
import { ToastRegion } from '../../kit/toasts/toast-region.tsx';
import { StartFailure } from './start-failure.tsx';
import { toFailure } from '../../base/store/failure.ts';

function useRouter(key: string | null, answer: Parameters<typeof routerFor>[0]) {
  // A new router is made only for another reader or another specification. A refreshed answer keeps the page.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const router = useMemo(() => routerFor(answer), [key]);
  useEffect(() => () => router.dispose(), [router]);
  return router;
}

function SignedOut() {
  return <RouterProvider router={useRouter(null, null)} />;
}

function SignedIn({ userId }: { readonly userId: string }) {
  const { data, error, refetch } = useModelQuery(userId);
  if (data) return <WithModel answer={data} />;
  return error === undefined ? null : <StartFailure failure={toFailure(error)} onRetry={() => void refetch()} />;
}

function WithModel({ answer }: { readonly answer: NonNullable<ReturnType<typeof useModelQuery>['data']> }) {
  const router = useRouter(`${answer.me.id} ${answer.model.hash}`, answer);
  return (
    <ModelContext.Provider value={answer}>
      <RouterProvider router={router} />
    </ModelContext.Provider>
  );
}

/** The reader, who stays so when their session ends: a dialog asks them to sign in again over the page, which keeps what is typed. */
function useReader(signedIn: string | null): string | null {
  const [reader, setReader] = useState(signedIn);
  if (signedIn !== null && signedIn !== reader) setReader(signedIn);
  return signedIn ?? reader;
}

/** The whole application: sign-in or, for a signed-in reader, the screens of the specification. */
export function App() {
  const { data, error, refetch } = useSessionQuery();
  const userId = useReader(data?.me?.id ?? null);
  return (
    <>
      {userId !== null && <SignedIn userId={userId} />}
      {userId === null && data && <SignedOut />}
      {userId === null && !data && error !== undefined && (
        <StartFailure failure={toFailure(error)} onRetry={() => void refetch()} />
      )}
      <ToastRegion />
    </>
  );
}
