import { useState } from 'react';
import { useRoutes } from 'react-router';
import { GuardedRouter } from '../../base/navigation/guarded-router.tsx';
import { linkRoutes } from '../routes/routes.tsx';

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
