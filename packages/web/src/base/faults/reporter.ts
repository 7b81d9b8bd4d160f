import { BrowserClient, defaultStackParser, getCurrentScope, makeFetchTransport, type Scope } from '@sentry/browser';
import { startSending } from './faults.ts';
import { fingerprintOf, foldFaults } from './fold-faults.ts';

/** The kinds of faults that nothing in the page caught or made good. */
const UNCAUGHT: ReadonlySet<string> = new Set(['error', 'rejection', 'start', 'resource']);

/**
 * Sends the page's own errors to the intake: no session counts, no global hooks of its own, and nothing that finds the
 * reader. Services are told not to store the address from which an event comes.
 */
export function startReporter(dsn: string, release: string): void {
  const client = new BrowserClient({
    dsn,
    release,
    transport: makeFetchTransport,
    stackParser: defaultStackParser,
    integrations: [],
    sendClientReports: false,
    dataCollection: { userInfo: false },
  });
  const scope: Scope = getCurrentScope().clone();
  scope.setClient(client);
  client.init();
  const { take, flush } = foldFaults((fault, times) => {
    const { error, context } = fault;
    const kind = context['kind'] ?? 'other';
    const own = scope.clone();
    own.setTags({
      ...context,
      times: String(times),
      screen: document.querySelector('[data-nf-screen]')?.getAttribute('data-nf-screen') ?? '',
    });
    own.setFingerprint([fingerprintOf(fault)]);
    own.captureException(error instanceof Error ? error : new Error(String(error)), {
      mechanism: { type: kind, handled: !UNCAUGHT.has(kind) },
    });
  });
  startSending((error, context) => take({ error, context }));
  window.addEventListener('pagehide', flush);
}
