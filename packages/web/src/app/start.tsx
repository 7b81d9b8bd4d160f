import { limitOf } from './limit-of.ts';
import { createRoot } from 'react-dom/client';
import type { SessionAnswer } from '@ninefold/model';
import { Provider } from 'react-redux';
import { loadReporter } from '../faults/load-reporter.ts';
import { reportFault } from '../faults/faults.ts';
import { acceptSession } from '../session/accept-session.ts';
import { sessionEndpoints } from '../session/session-api.ts';
import { followRecords } from '../live/follow-records.ts';
import { store } from '../store/store.ts';
import { detectLanguage } from '../texts/detection.ts';
import { watchFailedFiles } from '../texts/failed-files.ts';
import { loadTexts, startTexts } from '../texts/i18n.ts';
import { rememberVisitLanguage } from '../texts/visit-language.ts';
import { ThemeProvider } from '../theme/theme-provider.tsx';
import { App } from './app.tsx';
import { followChanges } from './follow-changes.ts';

const SHIPPED = ['en', 'ja'];

async function askSession(): Promise<SessionAnswer | null> {
  const { data } = await store.dispatch(sessionEndpoints.session.initiate());
  if (!data) return null;
  await acceptSession(data, store.dispatch);
  return data;
}

/** Asks for the session, starts the texts with what is in the build, and draws the page without waiting for any language file. */
export async function start(root: HTMLElement): Promise<void> {
  const session = await askSession();
  const languages = session?.languages ?? SHIPPED;
  rememberVisitLanguage(location.search);
  await startTexts({
    languages,
    language: detectLanguage(languages, session?.cookies.language ?? 'lng'),
    retries: limitOf(session, 'locale_retries', 5),
    retryMs: limitOf(session, 'locale_retry_ms', 350),
  });
  watchFailedFiles((file) => reportFault(new Error(`Language file: ${file.reason}`), { kind: 'language-file' }));
  if (session) {
    void loadTexts(['app']);
    loadReporter(session.intake, session.model_hash);
    followChanges(store);
    followRecords(store);
  }
  createRoot(root).render(
    <Provider store={store}>
      <ThemeProvider>
        <App />
      </ThemeProvider>
    </Provider>,
  );
}
