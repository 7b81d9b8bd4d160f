import { createElement, Suspense, type ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { lateScreen } from './late-screen.tsx';
import { loadShown } from './load-shown.ts';

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

test('what stands at a path is loaded, whatever stands around it, and code that does not come holds nobody up', async () => {
  const [Frame, Screen] = [lateScreen(() => Promise.reject(new Error('gone'))), lateScreen(async () => Greeting)];
  const routes = [
    { handle: createElement(Frame), children: [{ path: '/ann', handle: createElement(Screen, { name: 'Ann' }) }] },
    { path: '*', handle: createElement('p') },
  ];
  await loadShown(routes, '/ann');
  expect(drawn(createElement(Screen, { name: 'Bob' }))).toBe('<p>Bob</p>');
});
