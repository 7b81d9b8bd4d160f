import { ErrorBanner } from '../messages/error-banner.tsx';

/** What stands in place of a part that could not be drawn. */
export function FaultView({ onRetry }: { readonly onRetry: () => void }) {
  return <ErrorBanner failure={{ status: 0, code: 'fault', problem: null }} onRetry={onRetry} />;
}
