import { expect, test } from 'vitest';
import { compile } from '@ninefold/spec';
import cliEn from '../../locales/en/cli.json' with { type: 'json' };
import cliJa from '../../locales/ja/cli.json' with { type: 'json' };
import { textsIn } from '../texts/texts.ts';
import { ledgerLines } from './ledger.ts';

const SPECIFICATION = `ninefold: 1
purpose: { does: Keeps things., currency: EUR }
roles: { boss: { thing: all, runtime: [users] } }
entities: { thing: { fields: { size: { type: integer } } } }
rules: { thing: { r: { check: { not_shown: How large may it be?, ask: finance } } } }
limits: { top: { type: integer, value: not shown } }
`;

function printed(language: string, missingSecrets: readonly string[] = []): string {
  const { application } = compile([{ path: 'app.yaml', text: SPECIFICATION }]);
  if (application === null) throw new Error('does not compile');
  return ledgerLines(missingSecrets, application.model, textsIn(language));
}

test('each point says what is shown, and of what is not: the question, whom to ask, and what is assumed', () => {
  const lines = printed('en').split('\n');
  expect(lines).toContain('  3 entities: 1 shown');
  expect(lines).toContain('  5 rules: 0 shown, 1 not shown');
  expect(lines.find((line) => line.includes('rules.thing.r'))).toBe(
    '      rules.thing.r.check — How large may it be? — asked of finance — meanwhile: the rule is met.',
  );
  expect(lines).toContain('      limits.top.value — meanwhile: whatever needs the value is refused.');
  expect(lines).toContain('  7 calls: 0 shown, 3 not shown');
});

test('the calls say which of their secrets this installation has not set', () => {
  const lines = printed('en', ['mail_gate']).split('\n');
  const [at, said] = [lines.findIndex((line) => line.startsWith('  8 errors')), 'The secret mail_gate is not set'];
  expect(lines[at - 1]).toMatch(new RegExp(`^ {6}${said} .*secret set mail_gate$`));
  expect(printed('en')).not.toContain('secret');
});

test('the same in Japanese', () => {
  expect(printed('ja')).toContain('finance に確認');
});

test('every assumption has its words', () => {
  expect(Object.keys(cliEn.assumed)).toEqual(Object.keys(cliJa.assumed));
});
