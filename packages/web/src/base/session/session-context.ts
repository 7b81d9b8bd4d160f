import type { SessionAnswer } from '@ninefold/model';
import { createContext, useContext } from 'react';

/** What the server has said of the session of this page; null until it has. */
export const SessionContext = createContext<SessionAnswer | null>(null);

/** The same for what stands on the sign-in page, too. */
export function useSession(): SessionAnswer | null {
  return useContext(SessionContext);
}
