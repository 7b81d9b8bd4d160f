import { createElement, Suspense, type ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { lateScreen, loadShown } from './late-screen.tsx';

const Greeting = ({ name }: { readonly name: string }): ReactElement => createElement('p', null, name);
const drawn = (element: ReactElement): string =>
  renderToString(createElement(Suspense, { fallback: createElement('i') }, element)).replaceAll(
    /<!--.*?-->|<template[^]*?<\/template>/g,
    '',
  );

test('a screen suspends until its code is there, and is drawn at once after it', async () => {
  const Screen = lateScreen(async () => Greeting);
  expect(drawn(createElement(Screen, { name: 'Ann' }))).toBe('<i></i>');
  await Screen.load();
  expect(drawn(createElement(Screen, { name: 'Ann' }))).toBe('<p>Ann</p>');
});

test('what a router shows is loaded, whatever else it shows, and code that does not come holds nobody up', async () => {
  const [Frame, Screen] = [lateScreen(() => Promise.reject(new Error('gone'))), lateScreen(async () => Greeting)];
  const elements = [createElement(Frame), createElement('p'), null, createElement(Screen, { name: 'Ann' })];
  const matches = elements.map((element) => ({ route: { element } }));
  await loadShown({ state: { matches } } as never); // of a router it reads no more
  expect(drawn(createElement(Screen, { name: 'Bob' }))).toBe('<p>Bob</p>');
});
