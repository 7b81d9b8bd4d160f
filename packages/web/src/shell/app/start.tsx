import { createRoot } from 'react-dom/client';
import type { SessionAnswer } from '@ninefold/model';
import { Provider } from 'react-redux';
import { loadReporter } from '../../base/faults/load-reporter.ts';
import { followSession } from '../../base/session/follow-session.ts';
import { beforeFailures } from '../../base/store/base-query.ts';
import { limitOf } from '../../base/session/limit-of.ts';
import { sessionEndpoints } from '../../base/calls/session-api.ts';
import { dropStartedLater } from '../../base/store/started-calls.ts';
import { listen, store } from '../../base/store/store.ts';
import { detectLanguage } from '../../base/texts/detection.ts';
import { loadSentences } from '../../base/texts/error-texts.ts';
import { loadTexts, onPageLanguage, pageTexts, startPageTexts } from '../../base/texts/page-texts.ts';
import { reportTexts } from '../../base/texts/report-texts.ts';
import { shippedTexts } from '../../base/texts/shipped-texts.ts';
import { SHIPPED_LANGUAGES } from '../../base/texts/files/languages.ts';
import { TextsProvider } from '../../base/texts/texts-provider.tsx';
import { rememberVisitLanguage } from '../../base/texts/visit-language.ts';
import { ThemeProvider } from '../../kit/theme/theme-provider.tsx';
import { App, loadScreens } from './app.tsx';
import { followChanges } from './follow-changes.ts';
import { keepOfflinePage } from './keep-offline-page.ts';

/**
 * Draws the page as soon as the first request for the session has ended, without waiting for language files. A page
 * whose first request failed starts with the texts of the build and does the rest when a later answer comes.
 */
export async function start(root: HTMLElement): Promise<void> {
  rememberVisitLanguage(location.search);
  dropStartedLater();
  beforeFailures(loadSentences);
  const begun = new Promise<void>((resolve, reject) => {
    followSession(listen, (session) => void begin(session).then(resolve, reject));
  });
  const { data } = await store.dispatch(sessionEndpoints.session.initiate());
  await Promise.all([data ? begun : startTextsFor(null), data?.me && loadScreens()]);
  createRoot(root).render(
    <Provider store={store}>
      <TextsProvider>
        <ThemeProvider>
          <App />
        </ThemeProvider>
      </TextsProvider>
    </Provider>,
  );
}

/** Does what needs a session: error reporter, language files, live pages. */
async function begin(session: SessionAnswer): Promise<void> {
  loadReporter(session.intake, session.model_hash);
  followChanges(store);
  await startTextsFor(session);
  void loadTexts(['app']);
  keepOfflinePage(pageTexts().language);
  onPageLanguage(keepOfflinePage);
}

function startTextsFor(session: SessionAnswer | null): Promise<void> {
  const languages = session?.languages ?? SHIPPED_LANGUAGES;
  return startPageTexts({
    languages,
    language: detectLanguage(languages, session?.cookies.language ?? 'lng'),
    retries: limitOf(session, 'locale_retries', 5),
    retryMs: limitOf(session, 'locale_retry_ms', 350),
    load: shippedTexts,
    report: reportTexts,
  });
}
