import type { Model } from '@ninefold/model';
import { expect, test } from 'vitest';
import { shownList } from './shown-list.ts';

const tickets = { id: 'tickets', kind: 'list', path: '/Tickets', entity: 'ticket', sort: ['due'], where: null };
const screens = [
  { ...tickets, layouts: ['table', 'board'], board: {} },
  { ...tickets, id: 'board', path: '/board', layouts: ['board'], board: {} },
  { ...tickets, id: 'lost', path: '/lost', entity: 'gone', layouts: ['table'] },
  { id: 'ticket', kind: 'record', path: '/tickets/:id', entity: 'ticket' },
];
const model = {
  screens,
  entities: { ticket: { id: 'ticket', fields: {} } },
  limits: { page_size: { value: 50 } },
} as unknown as Model; // as much of a model as is looked at

const shown = (pathname: string, search: string, address: string): string | null =>
  shownList(model, { pathname, search }, address)?.screen.id ?? null;

const PAGE = '/api/ticket?sort=due&page=1&size=50&total=capped';

test.each([
  ['the list at its address', '/tickets', '', PAGE, 'tickets'],
  ['with a slash at its end', '/tickets/', '', PAGE, 'tickets'],
  ['another order, which was asked for', '/tickets', '?sort=-due', PAGE.replace('sort=due', 'sort=-due'), 'tickets'],
  ['another order than was asked for', '/tickets', '?sort=-due', PAGE, null],
  ['drawn in groups', '/tickets', '?group=state', PAGE, null],
  ['drawn as a board', '/tickets', '?layout=board', PAGE, null],
  ['a list that is a board', '/board', '', PAGE, null],
  ['a list of what the reader may not see', '/lost', '', PAGE.replace('ticket', 'gone'), null],
  ['a record', '/tickets/7', '', '/api/ticket/7', null],
])('%s', (_, pathname, search, address, expected) => {
  expect(shown(pathname, search, address)).toBe(expected);
});
