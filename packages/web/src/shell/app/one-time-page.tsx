import { useState } from 'react';
import { useRoutes } from 'react-router';
import { GuardedRouter } from '../../base/navigation/guarded-router.tsx';
import { translateBodies } from '../../base/store/base-query.ts';
import { BODIES } from '../../base/store/objects.ts';
import { linkRoutes } from '../routes/routes.tsx';

/** Lets calls be about records. Called before the page is drawn. */
export function allowRecords(): void {
  translateBodies(BODIES);
}

/** What a one-time link opens, for a reader who has not signed in. */
export function OneTimePage() {
  return (
    <GuardedRouter>
      <Links />
    </GuardedRouter>
  );
}

function Links() {
  const [routes] = useState(linkRoutes);
  return useRoutes(routes);
}
