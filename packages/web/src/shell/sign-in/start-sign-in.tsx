import { createRoot } from 'react-dom/client';
import { dropStartedLater } from '../../base/store/started-calls.ts';
import { rememberVisitLanguage } from '../../base/texts/visit-language.ts';
import { paintColourScheme } from '../../kit/controls/colour-scheme.ts';
import { signInPath } from '../routes/return-path.ts';
import { startTextsFor } from './page-texts.ts';
import { askSession } from './session-calls.ts';
import { SignInPage } from './sign-in-page.tsx';

/**
 * Draws the sign-in page as soon as the first call for the session has ended. The server sends this page at every address
 * that asks to sign in; it stands at its own one, which leads back.
 */
export async function startSignIn(root: HTMLElement): Promise<void> {
  const { pathname, search, hash } = location;
  rememberVisitLanguage(search);
  dropStartedLater();
  if (pathname !== '/_/sign-in') history.replaceState(null, '', signInPath(pathname + search + hash));
  paintColourScheme();
  const first = await askSession();
  await startTextsFor(first.session);
  createRoot(root).render(<SignInPage first={first} />);
}
