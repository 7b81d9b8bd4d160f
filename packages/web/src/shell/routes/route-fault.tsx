import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { reportFault } from '../../base/faults/faults.ts';
import { ErrorBanner } from '../../fields/messages/error-banner.tsx';

/** Stands in place of a page that could not be loaded or drawn. */
export function RouteFault() {
  const error = useRouteError();
  useEffect(() => reportFault(error, { kind: 'route' }), [error]);
  return <ErrorBanner failure={{ status: 0, code: 'fault', problem: null }} onRetry={() => location.reload()} />;
}
