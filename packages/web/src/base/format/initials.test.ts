import { expect, test } from 'vitest';
import { initialsOf } from './initials.ts';

test.each([
  ['Alan Archer', 'AA'],
  ['Anna Maria Berger', 'AM'],
  ['Ludwig van Beethoven', 'LB'],
  ['Élodie', 'É'],
  ['佐藤 理恵', '佐'],
  ['𠮷田 花子', '𠮷'],
  ['root', 'r'],
  [' ', ''],
])('%s is %s', (name, initials) => expect(initialsOf(name)).toBe(initials));
