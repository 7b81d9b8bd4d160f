import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { open } from './harness/browser.ts';
import { control, errorsOf, field, fill, submitButton } from './harness/form.ts';
import { ADA, startApplication } from './harness/own-application.ts';
import { withProductAndBrowser } from './harness/suite.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: lockers, languages: [en, ja] }
entities:
  locker:
    title: name
    label: Locker
    label_many: Lockers
    fields:
      name: { type: string, required: true, label: Name }
      pin: { type: secret, pattern: "[0-9]{4,8}", label: PIN, hint: Four to eight digits. }
      note: { type: string, label: Note }
states:
  locker:
    initial: shut
    states: { shut: { label: Shut }, open: { label: Open } }
    transitions:
      unlock: { label: Unlock, from: shut, to: open, by: boss, input: { code: { type: secret, required: true, label: Code } }, when: "verify(input.code, record.pin)", blocked: The code is not the PIN. }
      close: { label: Close, from: open, to: shut, by: boss }
roles:
  boss: { members: everyone, locker: all }
  administrator: { runtime: [users, spec], user: { read: true, grant: [boss] } }
screens:
  lockers: { path: /lockers, list: locker, columns: [name, pin, state] }
`;
const JA = {
  entities: {
    locker: {
      label: 'ロッカー',
      fields: { name: { label: '名前' }, pin: { label: '暗証番号', hint: '4〜8 桁の数字' } },
    },
  },
};

const suite = withProductAndBrowser(() =>
  startApplication({
    'app.yaml': SPECIFICATION,
    'locales/ja/app.json': JSON.stringify(JA),
    'data/demo/locker.csv': 'name,pin\nfirst,4711\nsecond,\n',
    ...ADA,
  }),
);

const pin = (page: Page) => field(page, 'pin');
const button = (page: Page, name: string) => pin(page).getByRole('button', { name, exact: true });
/** What the browser has kept of what was typed. */
const kept = (page: Page) => page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));

test(
  'a secret is typed as a password, seen as set, replaced, kept, removed, and compared by a step',
  { timeout: 90_000 },
  async () => {
    const { page } = await suite.visit({ as: 'ada', language: 'en' });
    await open(page, '/lockers');
    await page.getByText('first').first().click();
    await expect.poll(() => pin(page).innerText()).toContain('Set');
    await page.locator('[data-nf-edit]').first().click();
    expect(await axeViolations(page)).toEqual([]);
    await button(page, 'Replace').press('Enter');
    await expect.poll(() => control(page, 'pin').evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await control(page, 'pin').getAttribute('type')).toBe('password');
    await page.keyboard.type('12');
    await fill(page, 'note', 'typed');
    await submitButton(page).click();
    await expect.poll(() => errorsOf(page, 'pin')).toEqual(['bad_pattern']);
    expect(await axeViolations(page)).toEqual([]);
    await fill(page, 'pin', '98765');
    await expect.poll(() => kept(page)).toContain('typed');
    expect(await kept(page)).not.toContain('98765');
    await button(page, 'Keep as it is').click();
    await expect.poll(() => pin(page).innerText()).toContain('Set');
    await button(page, 'Replace').click();
    await fill(page, 'pin', '98765');
    await submitButton(page).click();
    await page.locator('[data-nf-edit]').waitFor();
    expect(await page.content()).not.toContain('98765');
    await page.locator('[data-nf-transition="unlock"]').first().click();
    const dialog = page.getByRole('dialog');
    const code = dialog.locator('[data-nf-field="input.code"] input').first();
    await code.fill('4711');
    expect(await axeViolations(page)).toEqual([]);
    await code.press('Enter');
    await expect.poll(() => dialog.innerText()).toContain('The code is not the PIN.');
    await code.fill('98765');
    await code.press('Enter');
    await page.locator('[data-nf-transition="close"]').first().waitFor();
    await page.locator('[data-nf-edit]').first().click();
    await button(page, 'Remove').click();
    await submitButton(page).click();
    await page.locator('[data-nf-edit]').waitFor();
    await page.locator('[data-nf-edit]').waitFor();
    const history = page.locator('main');
    await expect.poll(() => history.innerText()).toMatch(/PIN\s+Set\s+.*empty/);
    expect(await history.innerText()).toMatch(/PIN\s+Replaced/);
    expect(await history.innerText()).toMatch(/Code\s+Given/);
    await page.locator('[data-nf-edit]').first().click();
    expect(await control(page, 'pin').inputValue()).toBe('');
  },
);
