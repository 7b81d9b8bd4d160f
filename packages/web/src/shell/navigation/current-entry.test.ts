import type { Model, Screen } from '@ninefold/model';
import { expect, test } from 'vitest';
import { BY_ITSELF, currentEntry, MY_WORK, type Whereabouts } from './current-entry.ts';

const list = (id: string, path: string, entity: string, where: unknown = null) => ({
  kind: 'list',
  id,
  path,
  entity,
  where,
});
const SCREENS = [
  { kind: 'blocks', id: 'home', path: '/', blocks: [] },
  list('mine', '/mine', 'ticket', {}),
  list('desk', '/desk', 'ticket', {}),
  list('loans', '/loans', 'loan', {}),
  list('all_loans', '/all-loans', 'loan'),
  { kind: 'form', id: 'ask', path: '/ask', entity: 'ticket' },
  { kind: 'record', id: 'ticket', path: '/tickets/:id', entity: 'ticket' },
  { kind: 'record', id: 'loan', path: '/loan/:id', entity: 'loan' },
  { kind: 'record', id: 'team', path: '/team/:id', entity: 'team' },
  list('ticket_list', '/ticket', 'ticket'),
] as unknown as readonly Screen[]; // as much of the screens as the navigation looks at
const model = { screens: SCREENS } as unknown as Model;
const items = SCREENS.filter(({ id, path }) => id !== 'ticket_list' && !path.includes(':')).map((screen) => ({
  screen,
  waiting: null,
}));

const at = (pathname: string, search = '', from: string | null = null): Whereabouts => ({ pathname, search, from });
const page = (id: string) => ({ id, isPage: true });
const below = (id: string) => ({ id, isPage: false });

test.each<readonly [string, Whereabouts, ReturnType<typeof currentEntry>]>([
  ['the page of an entry', at('/desk', '?search=x'), page('desk')],
  ['the page of an entry, even where a figure led to it', at('/desk', '?block=home.late'), page('desk')],
  ['a form', at('/ask'), page('ask')],
  ['what waits', at('/_/home'), page(MY_WORK)],
  ['what happens by itself', at('/_/due', '?entity=ticket'), page(BY_ITSELF)],
  ['a list without entry, opened by what waits', at('/ticket', '?waiting=me'), below(MY_WORK)],
  ['a list without entry, opened by a figure', at('/ticket', '?block=home.late'), below('home')],
  ['a list of all without entry, beside lists of some: to none', at('/ticket', '?search=x'), null],
  ['a record that was opened from such a list', at('/tickets/7', '', '/ticket?search=x'), null],
  ['a record that nobody led to, of which there are lists of some only: it may be in none', at('/tickets/7'), null],
  ['a record: the list that it was opened from', at('/tickets/7', '', '/desk?search=x'), below('desk')],
  ['a record from a list without entry', at('/tickets/7', '', '/ticket?waiting=me'), below(MY_WORK)],
  ['a record that nobody led to: the list of all', at('/loan/7'), below('all_loans')],
  ['the trash of an entity', at('/_/trash/ticket'), below('mine')],
  ['an import', at('/_/import/loan'), below('all_loans')],
  ['a record of which there is no list', at('/team/7'), null],
  ['a page that belongs to none', at('/_/keys'), null],
  ['an address of nothing', at('/nowhere'), null],
])('%s', (_, where, expected) => {
  expect(currentEntry(model, items, where)).toEqual(expected);
});
