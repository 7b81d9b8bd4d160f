import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Failure } from './failure.ts';

/** A user and the anti-forgery token of their session. */
export interface Reader {
  readonly id: string;
  readonly token: string | null;
}

/** What every call needs to know of the session. */
export interface SessionState {
  /** Names of the cookies; null until the session answer came. */
  readonly cookies: { readonly xsrf: string; readonly language: string } | null;
  /** Who the page shows, also after their session has ended, and its anti-forgery token; null until somebody is signed in. */
  readonly reader: Reader | null;
  /** True while the page waits for the person to sign in again. */
  readonly signInAsked: boolean;
  /** The number of drafts that signing out would erase, while the page asks whether to; 0: it does not ask. */
  readonly signOutErases: number;
  /** Why the last attempt to sign out failed: the session goes on. Null: none did, or its message was closed. */
  readonly signOutFailure: Failure | null;
  /** Whether the page has taken over another version of the application since it was opened, and nobody has closed the message. */
  readonly applicationChanged: boolean;
  /** Whether the server has not answered for a while. */
  readonly serverAway: boolean;
}

const initialState: SessionState = {
  cookies: null,
  reader: null,
  signInAsked: false,
  signOutErases: 0,
  signOutFailure: null,
  applicationChanged: false,
  serverAway: false,
};

const slice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    cookiesKnown: (state, action: PayloadAction<{ xsrf: string; language: string }>) => ({
      ...state,
      cookies: action.payload,
    }),
    readerKnown: (state, action: PayloadAction<Reader>) => ({ ...state, reader: action.payload }),
    signInAsked: (state, action: PayloadAction<boolean>) => ({ ...state, signInAsked: action.payload }),
    signOutErasing: (state, action: PayloadAction<number>) => ({ ...state, signOutErases: action.payload }),
    applicationChanged: (state, action: PayloadAction<boolean>) => ({ ...state, applicationChanged: action.payload }),
    serverAway: (state, action: PayloadAction<boolean>) => ({ ...state, serverAway: action.payload }),
    signOutFailed: (state, action: PayloadAction<Failure | null>) => ({ ...state, signOutFailure: action.payload }),
  },
});

export const { applicationChanged, cookiesKnown, readerKnown, serverAway, signInAsked, signOutErasing, signOutFailed } =
  slice.actions;
export const sessionReducer = slice.reducer;
