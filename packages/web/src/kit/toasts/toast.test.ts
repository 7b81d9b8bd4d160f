import { beforeEach, expect, test } from 'vitest';
import { closeToast, queuedToasts, showToast } from './toast.ts';

beforeEach(() => {
  for (const toast of queuedToasts()) closeToast(toast.key);
});

test('equal toasts are one with a count and a fresh life', () => {
  showToast({ text: 'Copied' });
  const first = queuedToasts()[0]?.key;
  showToast({ text: 'Copied' });
  expect(queuedToasts()).toHaveLength(1);
  expect(queuedToasts()[0]).toMatchObject({ text: 'Copied', count: 2 });
  expect(queuedToasts()[0]?.key).not.toBe(first);
});

test('toasts with an action are never merged', () => {
  const action = { label: 'Undo', run: () => undefined };
  showToast({ text: 'Deleted', action });
  showToast({ text: 'Deleted', action });
  expect(queuedToasts()).toHaveLength(2);
});

test('closing takes out one', () => {
  showToast({ text: 'One' });
  showToast({ text: 'Two' });
  closeToast(queuedToasts()[0]?.key ?? 0);
  expect(queuedToasts().map((toast) => toast.text)).toEqual(['Two']);
});
