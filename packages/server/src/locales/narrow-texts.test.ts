import { expect, test } from 'vitest';
import { publicTexts } from './narrow-texts.ts';

const TEXTS = {
  purpose: { name: 'Desk', does: 'Takes requests.', audience: { agent: 'Solves requests' } },
  roles: { agent: { label: 'Agent' } },
  entities: { ledger: { label: 'Ledger' } },
};

test('who is not signed in learns the name of the application; in a demonstration also what its people are called', () => {
  expect(publicTexts(TEXTS, false)).toEqual({ purpose: { name: 'Desk' } });
  expect(publicTexts(TEXTS, true)).toEqual({
    purpose: { name: 'Desk', audience: TEXTS.purpose.audience },
    roles: TEXTS.roles,
  });
  expect([publicTexts({}, false), publicTexts({}, true)]).toEqual([{}, {}]);
});
