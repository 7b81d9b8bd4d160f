import { useEffect, useState } from 'react';
import { RouterProvider } from 'react-router/dom';
import { linkRouter } from '../routes/routes.tsx';

/** What a one-time link opens, for a reader who has not signed in. */
export function OneTimePage() {
  const [router] = useState(linkRouter);
  useEffect(() => () => router.dispose(), [router]);
  return <RouterProvider router={router} />;
}
