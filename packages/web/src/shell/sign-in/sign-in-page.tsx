import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { loadReporter } from '../../base/faults/load-reporter.ts';
import type { Credentials } from '../../base/calls/session-api.ts';
import { SessionContext } from '../../base/session/session-context.ts';
import type { Failure } from '../../base/store/failure.ts';
import { ShowLanguageContext } from '../../base/texts/choose-language.ts';
import { loadSentences } from '../../base/texts/error-texts.ts';
import { makeTexts } from '../../base/texts/make-texts.ts';
import { loadTexts, onPageTexts, pageTexts, showPageLanguage } from '../../base/texts/page-texts.ts';
import { TextsContext } from '../../base/texts/use-texts.tsx';
import { MenuCodeContext } from '../../kit/floating/late-menu.tsx';
import { BannerPlace, TextsBanner } from '../../kit/page/banner.tsx';
import { ToastRegion } from '../../kit/toasts/toast-region.tsx';
import { SignInScreen } from '../../screens/sign-in/sign-in-screen.tsx';
import { CHANGED } from '../app/changed-event.ts';
import { keepOfflinePage } from '../app/keep-offline-page.ts';
import { StartFailure } from '../app/start-failure.tsx';
import { startTextsFor } from './page-texts.ts';
import { sendSignIn } from './send-sign-in.ts';
import { askSession, type SessionCall } from './session-calls.ts';
import { prepareWhenTouched, toApplication } from './to-application.ts';

const loadMenu = () => import('./framed-menu.tsx');

/** The whole sign-in page. `first`: what became of the first call for the session. */
export function SignInPage({ first }: { readonly first: SessionCall }) {
  const { asked, ask } = useSessionCall(first);
  const { session, failure } = asked;
  const source = useSyncExternalStore(onPageTexts, pageTexts);
  const name = session?.name ?? '';
  const texts = useMemo(() => makeTexts(source, name), [source, name]);
  useEffect(() => {
    if (session !== null) keepOfflinePage(source.language);
  }, [session, source.language]);
  return (
    <SessionContext value={session}>
      <ShowLanguageContext value={showPageLanguage}>
        <TextsContext value={texts}>
          <MenuCodeContext value={loadMenu}>
            {session !== null && session.me === null && <Form session={session} />}
            {failure !== null && <StartFailure failure={failure} onRetry={ask} />}
            <ToastRegion />
          </MenuCodeContext>
        </TextsContext>
      </ShowLanguageContext>
    </SessionContext>
  );
}

/** The session, which is asked for anew where the first call failed, when the application has changed, and when `ask` is called. */
function useSessionCall(first: SessionCall): { readonly asked: SessionCall; readonly ask: () => void } {
  const [asked, setAsked] = useState(first);
  const { session } = asked;
  const ask = useCallback(async (): Promise<void> => {
    const call = await askSession();
    if (call.session === null) await loadSentences([call.failure.code]);
    else await startTextsFor(call.session);
    setAsked(call);
  }, []);
  useFollowing(session, ask);
  useEffect(() => {
    if (session === null) return;
    if (session.me !== null) return toApplication();
    loadReporter(session.intake, session.model_hash);
    void loadTexts(['app']);
  }, [session]);
  return { asked, ask: () => void ask() };
}

/** Asks again for a session that is missing, at once and when the connection is back, and whenever the application has changed. */
function useFollowing(session: SessionCall['session'], ask: () => Promise<void>): void {
  const isMissing = session === null;
  useEffect(() => {
    const again = (): void => void ask();
    const takeOver = (event: Event): void => {
      event.preventDefault();
      again();
    };
    if (isMissing) {
      again();
      window.addEventListener('online', again);
    }
    window.addEventListener(CHANGED, takeOver);
    return () => {
      window.removeEventListener('online', again);
      window.removeEventListener(CHANGED, takeOver);
    };
  }, [isMissing, ask]);
}

function Form({ session }: { readonly session: NonNullable<SessionCall['session']> }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  useEffect(() => {
    const area = document.getElementById('nf-main');
    return area === null ? undefined : prepareWhenTouched(area);
  }, []);
  const send = async (credentials: Credentials): Promise<void> => {
    setBusy(true);
    const answer = await sendSignIn(credentials, session);
    if (answer.failure !== null) await loadSentences([answer.failure.code]);
    setFailure(answer.failure);
    if (answer.session === null) setBusy(false);
    else toApplication();
  };
  const banners = (
    <BannerPlace>
      <TextsBanner onRetry={() => void loadTexts(['app'])} />
    </BannerPlace>
  );
  return (
    <SignInScreen busy={busy} failure={failure} banners={banners} onSignIn={(credentials) => void send(credentials)} />
  );
}
