import { expect, test } from 'vitest';
import { COMMANDS } from '../commands/table.ts';
import { textsIn } from '../texts/texts.ts';
import { parseCommand } from './parse-command.ts';
import { Unusable } from './unusable.ts';

test.each([
  [[], 'help', [], {}],
  [['--version'], 'version', [], { version: true }],
  [['run', '--help'], 'help', ['run'], { help: true }],
  [['check'], 'check', [], {}],
  [['check', 'x', '--complete'], 'check', ['x'], { complete: true }],
  [['check', '--format=json', '--language', 'ja'], 'check', [], { format: 'json', language: 'ja' }],
  [['run', 'x', '--port', '1', '--demo'], 'run', ['x'], { port: '1', demo: true }],
  [['run', 'x', '--demo', 'my-app', '--no-demo'], 'run', ['x', 'my-app'], { demo: false }],
])('%j', (args, name, words, flags) => {
  const parsed = parseCommand(args, COMMANDS);
  expect([parsed.command.name, parsed.words, { ...parsed.flags }]).toEqual([name, words, flags]);
});

test.each([
  [['run', '--prot', '1'], 'There is no flag --prot; did you mean --port?'],
  [['run', '--nonsense'], 'There is no flag --nonsense; see ninefold help.'],
  [['run', '-x'], 'There is no flag -x; see ninefold help.'],
  [['rnu'], 'There is no command rnu; did you mean run?'],
  [['run', '--port'], '--port needs a value.'],
  [['run', '--port', '--demo'], '--port needs a value.'],
  [['new', 'x', '--example'], '--example needs a value: one of empty, reception, service-desk.'],
  [['run', '--demo=yes'], '--demo takes no value.'],
  [['run', 'a', 'b', 'c'], 'run does not take that many words; "b c" is too much.'],
  [['check', 'a', 'b'], 'check does not take that many words; "b" is too much.'],
  [['check', '--demo'], 'check has no flag --demo; see ninefold help check.'],
  [['check', '--format', 'xml'], '--format has to be one of human, json, sarif, github, not "xml".'],
  [['check', '--language', 'fr'], '--language has to be one of en, ja, not "fr".'],
])('%j is one sentence', (args, sentence) => {
  const refused = (): unknown => {
    try {
      return parseCommand(args, COMMANDS);
    } catch (error) {
      return error instanceof Unusable ? textsIn('en')(error.key, error.params) : error;
    }
  };
  expect(refused()).toBe(sentence);
});
