import type { KeyMade, SessionAnswer, SubscriptionMade } from '@ninefold/model';
import type { Page } from 'playwright-core';
import { open } from '../browser.ts';
import type { Suite } from '../suite.ts';
import { dialogSave, word, type Write } from './write.ts';

/** What administrators do with what programs are told of. */
export const subscriptionWrites = (suite: Suite): Readonly<Record<string, Write>> => {
  let id = '';
  const button = (page: Page, act: string) =>
    page.locator(`[data-nf-subscription="${id}"] [data-nf-act="${act}"]`).click();
  const begin = async (page: Page): Promise<void> => {
    const alan = await (await suite.client('alan')).get<SessionAnswer>('/_/session');
    const asked = { name: word(), role: 'agent', user: alan.body.me?.id, days: 1 };
    const { body } = await (await suite.client('ada')).send<KeyMade>('POST', '/_/keys', asked);
    const answer = await fetch(`${suite.product().url}/_/subscriptions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${body.secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ entity: 'category', events: ['deleted'], url: 'https://sync.example/' }),
    });
    id = ((await answer.json()) as SubscriptionMade).subscription.id;
    await open(page, '/_/keys');
    await page.locator(`[data-nf-subscription="${id}"]`).waitFor();
  };
  const asking = (act: string) => async (page: Page) => {
    await begin(page);
    await button(page, act);
    await page.getByRole('dialog').locator('[data-nf-save]').waitFor();
  };
  return {
    'a subscription that is paused': {
      makes: 'pauseSubscription',
      as: 'ada',
      begin,
      call: /\/_\/subscriptions\/[^/]+$/,
      method: 'PATCH',
      press: (page) => button(page, 'pause'),
    },
    'messages that are sent again': {
      makes: 'replaySubscription',
      as: 'ada',
      begin: asking('replay'),
      call: /\/_\/subscriptions\/[^/]+\/replay$/,
      method: 'POST',
      press: dialogSave,
    },
    'the end of a subscription': {
      makes: 'removeSubscription',
      as: 'ada',
      begin: asking('remove'),
      call: /\/_\/subscriptions\/[^/]+$/,
      method: 'DELETE',
      empty: true,
      press: dialogSave,
    },
  };
};
