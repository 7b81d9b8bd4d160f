import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { reportFault } from '../faults/faults.ts';
import { FaultView } from '../faults/fault-view.tsx';

/** Stands in place of a page that could not be loaded or drawn. */
export function RouteFault() {
  const error = useRouteError();
  useEffect(() => reportFault(error, { kind: 'route' }), [error]);
  return <FaultView onRetry={() => location.reload()} />;
}
