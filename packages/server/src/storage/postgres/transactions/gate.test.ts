import { expect, test } from 'vitest';
import { createGate } from './gate.ts';

test('work is shared until one is exclusive: it waits for the others, and the next wait for it', async () => {
  const gate = createGate();
  const log: string[] = [];
  const work = (name: string) => async (): Promise<string> => {
    log.push(`${name} begins`);
    await new Promise((resolve) => setTimeout(resolve, 5));
    log.push(`${name} ends`);
    return name;
  };
  const all = [
    gate.shared(work('a')),
    gate.shared(work('b')),
    gate.exclusive(work('c')),
    gate.exclusive(work('d')),
    gate.shared(work('e')),
  ];
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(log).toEqual([
    ...['a begins', 'b begins', 'a ends', 'b ends'],
    ...['c begins', 'c ends', 'd begins', 'd ends', 'e begins', 'e ends'],
  ]);
});

test('work that fails lets the others go on and rejects', async () => {
  const gate = createGate();
  const fail = () => Promise.reject(new Error('no'));
  await expect(gate.exclusive(fail)).rejects.toThrow('no');
  await expect(gate.shared(fail)).rejects.toThrow('no');
  expect(await gate.exclusive(() => Promise.resolve(1))).toBe(1);
  expect(await gate.shared(() => Promise.resolve(2))).toBe(2);
});
