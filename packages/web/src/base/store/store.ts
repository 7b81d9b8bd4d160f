import { configureStore, createListenerMiddleware } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { useDispatch, useSelector } from 'react-redux';
import { api } from './api.ts';
import { sessionReducer } from './session-slice.ts';

const listeners = createListenerMiddleware();

/** The state of the application. */
export const store = configureStore({
  reducer: { [api.reducerPath]: api.reducer, session: sessionReducer },
  middleware: (defaults) =>
    defaults({ serializableCheck: false, immutableCheck: false }).prepend(listeners.middleware).concat(api.middleware),
  // What is changed here shows before the next key is taken. With the default it waits for the next frame, and the key acts on what was before.
  enhancers: (defaults) => defaults({ autoBatch: { type: 'tick' } }),
});

setupListeners(store.dispatch);

export type AppState = ReturnType<typeof store.getState>;
export type AppDispatch = typeof store.dispatch;

/** Registers what follows from an action, at once and before the page is drawn by it. */
export const listen = listeners.startListening.withTypes<AppState, AppDispatch>();
export type Listen = typeof listen;

export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppSelector = useSelector.withTypes<AppState>();
