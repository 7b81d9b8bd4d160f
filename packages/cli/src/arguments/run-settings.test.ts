import { expect, test } from 'vitest';
import { runSettings } from './run-settings.ts';
import { textsIn } from '../texts/texts.ts';
import { Unusable } from './unusable.ts';

test('what holds without any setting', () => {
  expect(runSettings({ flags: {} }, {})).toEqual({
    port: 4900,
    host: '127.0.0.1',
    data: null,
    database: null,
    demo: false,
    errorsDsn: null,
    trustProxy: null,
    publicUrl: null,
    callsInside: null,
    smtp: null,
    files: null,
    filesFrom: null,
    fileCheck: null,
    fileCheckSeconds: null,
    tiles: null,
    tilesCredit: null,
    acceptLoss: [],
    notice: 1,
    dataFiles: 'keep',
  });
});

test('flags win over the environment', () => {
  const env = {
    NINEFOLD_PORT: '1',
    NINEFOLD_HOST: 'a',
    NINEFOLD_DATA: 'b',
    NINEFOLD_DEMO: '0',
    NINEFOLD_DATABASE: 'sqlite:c',
  };
  const flags = { port: '2', data: 'd', database: 'postgres://h/n', demo: true };
  expect(runSettings({ flags }, env)).toMatchObject({
    port: 2,
    host: 'a',
    data: 'd',
    demo: true,
    database: 'postgres://h/n',
  });
  expect(runSettings({ flags: {} }, env).database).toBe('sqlite:c');
});

test.each([
  [{ notice: '301' }, {}, '--notice has to be a number of seconds from 0 to 300, not "301".'],
  [{}, { NINEFOLD_NOTICE: 'soon' }, 'NINEFOLD_NOTICE has to be a number of seconds from 0 to 300, not "soon".'],
  [{ port: '70000' }, {}, '--port has to be a whole number from 0 to 65535, not "70000".'],
  [{ port: '1e3' }, {}, '--port has to be a whole number from 0 to 65535, not "1e3".'],
  [{}, { NINEFOLD_PORT: 'x' }, 'NINEFOLD_PORT has to be a whole number from 0 to 65535, not "x".'],
  [{}, { NINEFOLD_DEMO: 'perhaps' }, 'NINEFOLD_DEMO has to be 1 or 0, not "perhaps".'],
])('%j %j', (flags, env, sentence) => {
  const refused = (): unknown => {
    try {
      return runSettings({ flags }, env);
    } catch (error) {
      return error instanceof Unusable ? textsIn('en')(error.key, error.params) : error;
    }
  };
  expect(refused()).toBe(sentence);
});
