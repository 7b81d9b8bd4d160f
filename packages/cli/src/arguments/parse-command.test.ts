import { expect, test } from 'vitest';
import { parseCommand } from './parse-command.ts';
import { Unusable } from './unusable.ts';

test.each([
  [[], { name: 'help' }],
  [['--version'], { name: 'version' }],
  [['check'], { name: 'check', folder: '.', complete: false }],
  [['check', 'x', '--complete'], { name: 'check', folder: 'x', complete: true }],
  [['run', 'x', '--port', '1', '--demo'], { name: 'run', folder: 'x', flags: { port: '1', demo: true } }],
  [['run', 'x', '--demo', 'my-app', '--no-demo'], { name: 'run', folder: 'my-app', flags: { demo: false } }],
])('%j', (args, command) => {
  expect(parseCommand(args)).toEqual(command);
});

test.each([
  [['run', '--prot', '1'], 'There is no flag --prot; did you mean --port?'],
  [['run', '--nonsense'], 'There is no flag --nonsense; see ninefold help.'],
  [['run', '-x'], 'There is no flag -x; see ninefold help.'],
  [['rnu'], 'There is no command rnu; did you mean run?'],
  [['run', '--port'], '--port needs a value.'],
  [['run', '--port', '--demo'], '--port needs a value.'],
  [['run', '--demo=yes'], '--demo takes no value.'],
  [['run', 'a', 'b', 'c'], 'run takes one folder; "b c" is too much.'],
  [['check', 'a', 'b'], 'check takes one folder; "b" is too much.'],
  [['check', '--demo'], 'check has no flag --demo; see ninefold help.'],
])('%j is one sentence', (args, sentence) => {
  expect(() => parseCommand(args)).toThrow(new Unusable(sentence));
});
