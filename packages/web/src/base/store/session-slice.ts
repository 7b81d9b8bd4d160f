import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** What every call needs to know of the session. */
export interface SessionState {
  /** Names of the cookies; null until the session answer came. */
  readonly cookies: { readonly xsrf: string; readonly language: string } | null;
  /** True while the page waits for the person to sign in again. */
  readonly signInAsked: boolean;
}

const initialState: SessionState = { cookies: null, signInAsked: false };

const slice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    cookiesKnown: (state, action: PayloadAction<{ xsrf: string; language: string }>) => ({
      ...state,
      cookies: action.payload,
    }),
    signInAsked: (state, action: PayloadAction<boolean>) => ({ ...state, signInAsked: action.payload }),
  },
});

export const { cookiesKnown, signInAsked } = slice.actions;
export const sessionReducer = slice.reducer;
