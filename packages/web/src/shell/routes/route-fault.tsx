import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { ErrorBanner } from '../../fields/messages/error-banner.tsx';
import { Boundary } from '../../kit/messages/boundary.tsx';

/** What stands at an address. Where it cannot be loaded or drawn, what is around it stays, and another address is drawn. */
export function RouteBoundary({ children }: { readonly children: ReactNode }) {
  const { key } = useLocation();
  return (
    <Boundary place={{ part: 'page' }} again={key} instead={<RouteFault />}>
      {children}
    </Boundary>
  );
}

function RouteFault() {
  return <ErrorBanner failure={{ status: 0, code: 'fault', problem: null }} onRetry={() => location.reload()} />;
}
