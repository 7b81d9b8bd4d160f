import { expect, test } from 'vitest';
import { hasText } from '../texts/texts.ts';
import { SETTINGS } from './settings.ts';
import { COMMANDS } from './table.ts';

test.each(['en', 'ja'])('every command, flag and setting is explained in %s', (language) => {
  const keys = COMMANDS.flatMap(({ name, flags }) => [
    `commands.${name}.does`,
    ...Object.keys(flags).map((flag) => `commands.${name}.flags.${flag}`),
  ]);
  const all = [...keys, ...SETTINGS.map((name) => `settings.${name}`)];
  expect(all.filter((key) => !hasText(language, key))).toEqual([]);
});
