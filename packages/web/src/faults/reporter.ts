import { BrowserClient, defaultStackParser, getCurrentScope, makeFetchTransport, type Scope } from '@sentry/browser';
import { startSending } from './faults.ts';

/** Sends the page's own errors to the intake: no session counts, no personal data, no global hooks of its own. */
export function startReporter(dsn: string, release: string): void {
  const client = new BrowserClient({
    dsn,
    release,
    transport: makeFetchTransport,
    stackParser: defaultStackParser,
    integrations: [],
    sendClientReports: false,
  });
  const scope: Scope = getCurrentScope().clone();
  scope.setClient(client);
  client.init();
  startSending((error, context) => {
    const own = scope.clone();
    own.setTags({
      ...context,
      screen: document.querySelector('[data-nf-screen]')?.getAttribute('data-nf-screen') ?? '',
    });
    own.captureException(error instanceof Error ? error : new Error(String(error)));
  });
}
