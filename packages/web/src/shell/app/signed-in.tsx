import { useEffect, useMemo, useState } from 'react';
import { useRoutes, type RouteObject } from 'react-router';
import { GuardedRouter } from '../../base/navigation/guarded-router.tsx';
import { useModelQuery } from '../../base/calls/session-api.ts';
import { followLanguage } from '../../base/live/follow-language.ts';
import { followRecords } from '../../base/live/follow-records.ts';
import { ModelContext } from '../../base/model/use-model.ts';
import { translateBodies } from '../../base/store/base-query.ts';
import { toFailure } from '../../base/store/failure.ts';
import { BODIES } from '../../base/store/objects.ts';
import { store } from '../../base/store/store.ts';
import { loadShown } from '../routes/load-shown.ts';
import { signedInRoutes } from '../routes/routes.tsx';
import { followRestart, followRoles } from './follow-changes.ts';
import { StartFailure } from './start-failure.tsx';

/** Lets calls be about records, and keeps what is shown as it is on the server. Called once. */
export function followFeed(): void {
  translateBodies(BODIES);
  followRecords(store, { onOtherModel: () => followRestart(store), onOtherRoles: followRoles(store) });
  followLanguage(store);
}

/** The screens of the specification, for a signed-in reader. */
export function SignedIn({ userId }: { readonly userId: string }) {
  const { data, error, refetch } = useModelQuery(userId);
  if (data) return <WithModel answer={data} />;
  return error === undefined ? null : <StartFailure failure={toFailure(error)} onRetry={() => void refetch()} />;
}

function WithModel({ answer }: { readonly answer: NonNullable<ReturnType<typeof useModelQuery>['data']> }) {
  // New routes are made only for another reader or roles, or another specification. A refreshed answer keeps the page.
  const reader = [answer.me.id, ...answer.me.roles.toSorted(), answer.model.hash].join(' ');
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const routes = useMemo(() => signedInRoutes(answer), [reader]);
  const [isReady, setReady] = useState(false); // for the first routes; later ones take over from what is shown
  useEffect(() => {
    void loadShown(routes, window.location.pathname).then(() => setReady(true));
  }, [routes]);
  if (!isReady) return null;
  return (
    <ModelContext.Provider value={answer}>
      <GuardedRouter>
        <Pages routes={routes} />
      </GuardedRouter>
    </ModelContext.Provider>
  );
}

function Pages({ routes }: { readonly routes: RouteObject[] }) {
  return useRoutes(routes);
}
