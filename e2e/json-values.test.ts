import { expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { open } from './harness/browser.ts';
import { control, errorsOf, field, fill, submitButton } from './harness/form.ts';
import { withProductAndBrowser } from './harness/suite.ts';

const suite = withProductAndBrowser();

test('a value of JSON is read a member in each line, refused where it is none, and kept as it was typed', async () => {
  const { page } = await suite.visit({ as: 'alan' });
  await open(page, '/assets/NB-0001');
  const facts = field(page, 'facts');
  await facts.waitFor();
  expect(await facts.locator('pre').innerText()).toContain('\n  "memory_gb": 8,\n');
  expect(await axeViolations(page)).toEqual([]);
  await page.locator('[data-nf-edit]').first().click();
  await fill(page, 'facts', '{"a.b": {"id": "x"}, "ports": [80,');
  await submitButton(page).click();
  await expect.poll(() => errorsOf(page, 'facts')).toEqual(['bad_json']);
  expect(await control(page, 'facts').inputValue()).toBe('{"a.b": {"id": "x"}, "ports": [80,');
  expect(await axeViolations(page)).toEqual([]);
  await fill(page, 'facts', '{"ports": [80, 443], "a.b": {"id": "x"}}');
  await submitButton(page).click();
  await page.locator('[data-nf-edit]').waitFor();
  expect(JSON.parse(await facts.locator('pre').innerText())).toEqual({ 'a.b': { id: 'x' }, ports: [80, 443] });
});
