import type { Expression } from '../ir/expression.ts';
import { describe, expect, it } from 'vitest';
import { isSameList, listQuery, nextSort, readListState, viewAlone, writeListState } from './list-state.ts';

const defaults = { sort: ['-due'], size: 25 };

describe('the address of a list', () => {
  it('survives reading and writing', () => {
    const address =
      'lng=ja&view=v1&where=record.late&block=home.late&waiting=me&due=today..7d&awaited=anyone&stuck=true&search=a+b&f.state=in%3Aopen%2Cnew&f.due=ge%3A2026-01-01&f.due=le%3A2026-02-01&sort=number&group=state&folded=new%2C&layout=board&page=3&size=50';
    const state = readListState(new URLSearchParams(address), defaults);
    expect(state).toEqual({
      view: 'v1',
      where: 'record.late',
      block: 'home.late',
      waiting: 'me',
      due: 'today..7d',
      awaited: 'anyone',
      stuck: true,
      search: 'a b',
      filters: [
        { field: 'state', op: 'in', value: 'open,new' },
        { field: 'due', op: 'ge', value: '2026-01-01' },
        { field: 'due', op: 'le', value: '2026-02-01' },
      ],
      sort: ['number'],
      group: 'state',
      folded: ['new', ''],
      layout: 'board',
      page: 3,
      size: 50,
    });
    expect(writeListState(state, defaults, new URLSearchParams(address)).toString()).toBe(address);
  });

  it('leaves out what is the default, and nonsense', () => {
    const state = readListState(new URLSearchParams('page=0&size=13&sort=-due&awaited=them&stuck=1'), defaults);
    expect(writeListState(state, defaults, new URLSearchParams()).toString()).toBe('');
    expect(state.page).toBe(1);
    expect(state.filters).toEqual([]);
  });

  it('leaves out no filter: what has no operator is a value that is equal', () => {
    const { filters } = readListState(new URLSearchParams('f.mail=foo:1&f.open=false&f.late=blank'), defaults);
    expect(filters).toEqual([
      { field: 'mail', op: 'eq', value: 'foo:1' },
      { field: 'open', op: 'eq', value: 'false' },
      { field: 'late', op: 'blank', value: '' },
    ]);
  });

  it('keeps colons in values', () => {
    const state = readListState(new URLSearchParams({ 'f.at': 'ge:2026-01-01T00:00:00.000Z' }), defaults);
    expect(state.filters[0]?.value).toBe('2026-01-01T00:00:00.000Z');
  });
});

it('asks for the records group by group, and for none that is folded', () => {
  const asked = (text: string): readonly string[] => {
    const query = listQuery(readListState(new URLSearchParams(text), defaults), { id: 'desk', where: null });
    return [...query].flatMap(([name, value]) =>
      name === 'sort' || name.startsWith('f.') ? [`${name}=${value}`] : [],
    );
  };
  expect(asked('group=state&folded=new,')).toEqual(['f.state=ne:new', 'f.state=filled', 'sort=state,-due']);
  expect(asked('group=due')).toEqual(['sort=-due']);
  expect(asked('group=team&sort=')).toEqual(['sort=team,-created_at']);
  expect(asked('group=team&sort=a,b,c,d,e')).toEqual(['sort=team,a,b,c,d']);
  expect(asked('folded=new')).toEqual(['sort=-due']);
});

it('leaves everything but the page to a view that stands alone, and says so where everything was taken off', () => {
  const alone = (text: string): string | null => viewAlone(new URLSearchParams(text));
  expect([alone('view=v1&page=2&lng=ja'), alone('view=v1&f.a=eq:1'), alone('view=v1&search='), alone('')]).toEqual([
    'v1',
    null,
    null,
    null,
  ]);
  const state = readListState(new URLSearchParams('view=v1&search='), defaults);
  expect(writeListState(state, defaults, new URLSearchParams()).toString()).toBe('view=v1&search=');
});

it('takes two states for the same list on whatever page and by whatever view', () => {
  const state = (text: string) => readListState(new URLSearchParams(text), defaults);
  expect(isSameList(state('f.a=eq:1&page=3&view=v1'), state('f.a=eq:1'), defaults)).toBe(true);
  expect(isSameList(state('f.a=eq:1'), state('f.a=eq:2'), defaults)).toBe(false);
});

it('names the screen and the block, whose conditions are not the reader’s, beside the condition of the address', () => {
  const state = readListState(new URLSearchParams({ where: 'record.a || record.b', block: 'home.late' }), defaults);
  const where: Expression = { source: 'record.c', type: { kind: 'boolean' }, tree: null, reads: [] };
  const query = (screen: Expression | null): readonly unknown[] => {
    const asked = listQuery(state, { id: 'desk', where: screen });
    return [asked.get('screen'), asked.get('where')];
  };
  expect(query(where)).toEqual(['desk,home.late', 'record.a || record.b']);
  expect(query(null)).toEqual(['home.late', 'record.a || record.b']);
});

it('turns a column up, down and back', () => {
  expect(nextSort(['-due'], 'number', defaults)).toEqual(['number']);
  expect(nextSort(['number'], 'number', defaults)).toEqual(['-number']);
  expect(nextSort(['-number'], 'number', defaults)).toEqual(['-due']);
  expect(nextSort(['-due'], 'due', defaults)).toEqual(['due']);
});
