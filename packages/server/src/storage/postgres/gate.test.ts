import { expect, test } from 'vitest';
import { createGate } from './gate.ts';

test('works run together until one runs alone: it waits for them, and the next wait for it', async () => {
  const gate = createGate();
  const log: string[] = [];
  const work = (name: string) => async (): Promise<string> => {
    log.push(`${name} begins`);
    await new Promise((resolve) => setTimeout(resolve, 5));
    log.push(`${name} ends`);
    return name;
  };
  const all = [
    gate.together(work('a')),
    gate.together(work('b')),
    gate.alone(work('c')),
    gate.alone(work('d')),
    gate.together(work('e')),
  ];
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(log).toEqual([
    ...['a begins', 'b begins', 'a ends', 'b ends'],
    ...['c begins', 'c ends', 'd begins', 'd ends', 'e begins', 'e ends'],
  ]);
});

test('a work that fails lets the others go on, and its failure out', async () => {
  const gate = createGate();
  const fail = () => Promise.reject(new Error('no'));
  await expect(gate.alone(fail)).rejects.toThrow('no');
  await expect(gate.together(fail)).rejects.toThrow('no');
  expect(await gate.alone(() => Promise.resolve(1))).toBe(1);
  expect(await gate.together(() => Promise.resolve(2))).toBe(2);
});
