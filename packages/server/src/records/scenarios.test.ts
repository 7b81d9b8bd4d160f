// Also in the portable form: every kind of write, and what each may see.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unmarkedTitle } from '../locales/title-texts.ts';
import { openDesk, PLAIN, refusal, type Desk } from './testing/open-desk.ts';
import type { Caller } from './context/records.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const ask = (body: object = {}) =>
  desk.records.create(desk.people.rita, 'ticket', { subject: 'No net', category: 'Cables', ...body }, PLAIN);
const list = (who: keyof Desk['people'], query: string, entity = 'ticket') =>
  desk.records.list(desk.people[who], entity, new URLSearchParams(query));

describe('creating', () => {
  it('fills defaults, copies, computed values and the next number', async () => {
    const lines = [
      { item: 'Cable', qty: 3, price: '2.50' },
      { item: 'Plug', price: 1 },
    ];
    const ticket = await ask({ lines, cost: '12.5' });
    expect(ticket).toMatchObject({
      state: 'new',
      version: 1,
      cost: '12.50',
      total: '8.50',
      late: false,
      state_final: false,
    });
    expect(ticket['number']).toMatch(/^SD-2026-\d{5}$/);
    expect(ticket.title).toBe(`${String(ticket['number'])} No net`);
    expect(ticket['requester']).toEqual({ id: desk.people.rita.me.id, title: 'rita' });
    expect(ticket['due']).toBe('2026-03-07T12:00:00.000Z');
    expect(ticket['lines']).toMatchObject([
      { qty: 3, price: '2.50', sum: '7.50' },
      { qty: 1, sum: '1.00' },
    ]);
    const seen = await desk.records.get(desk.people.anna, 'ticket', ticket.id);
    expect(seen['team']).toEqual({ id: desk.net, title: 'Net' });
  });

  it('refuses without a grant, without required values, with unknown and foreign names', async () => {
    expect((await refusal(desk.records.create(desk.people.rita, 'asset', { tag: 'A', name: 'b' }, PLAIN))).code).toBe(
      'forbidden',
    );
    expect((await refusal(desk.records.create(desk.people.rita, 'nothing', {}, PLAIN))).code).toBe('unknown_entity');
    const empty = await refusal(desk.records.create(desk.people.rita, 'ticket', { subject: ' ' }, PLAIN));
    expect(empty.problems.map(({ path, code }) => `${path} ${code}`)).toEqual([
      'subject required',
      'category required',
    ]);
    const foreign = await refusal(ask({ team: desk.print }));
    expect(foreign.problems.map(({ code }) => code)).toEqual(['unknown_field']);
    expect((await refusal(ask({ nonsense: 1 }))).problems[0]).toMatchObject({
      path: 'nonsense',
      code: 'unknown_field',
    });
    expect((await refusal(ask({ category: 'None' }))).problems[0]).toMatchObject({
      path: 'category',
      code: 'no_such_record',
    });
  });

  it('asks for confirmation of warnings, then goes on', async () => {
    const loud = await refusal(ask({ subject: 'Help!!' }));
    expect(loud.code).toBe('confirm_warnings');
    expect(loud.warnings).toMatchObject([{ path: 'subject', code: 'ticket.loud' }]);
    expect(await ask({ subject: 'Help!!', confirm: ['ticket.loud'] })).toMatchObject({ subject: 'Help!!' });
    expect(await ask({ subject: 'Help!!', confirm: ['loud'] })).toMatchObject({ subject: 'Help!!' });
    expect((await refusal(ask({ subject: 'Help!!', confirm: ['other'] }))).code).toBe('confirm_warnings');
  });

  it('draws numbers without gaps under concurrent creates, refused ones among them', async () => {
    const numbers = (await list('max', 'size=200')).items.map((item) => Number(String(item['number']).slice(8)));
    const last = Math.max(...numbers);
    const tries = Array.from({ length: 64 }, (_, index) =>
      ask({ subject: index % 2 === 0 ? `Number ${index}` : '' }).catch(() => null),
    );
    const drawn = (await Promise.all(tries)).flatMap((ticket) =>
      ticket ? [Number(String(ticket['number']).slice(8))] : [],
    );
    expect(drawn.sort((a, b) => a - b)).toEqual(Array.from({ length: 32 }, (_, index) => last + 1 + index));
  });
});

describe('who sees what', () => {
  it('answers the same for a missing record and one outside the row condition', async () => {
    const ticket = await ask();
    const hidden = await refusal(desk.records.get(desk.people.ralf, 'ticket', ticket.id));
    const missing = await refusal(desk.records.get(desk.people.ralf, 'ticket', '00000000-0000-7000-8000-000000000000'));
    expect([hidden.code, hidden.params, hidden.problems]).toEqual([missing.code, missing.params, missing.problems]);
    expect(hidden.code).toBe('not_found');
    expect((await refusal(desk.records.list(desk.people.rita, 'loan', new URLSearchParams()))).code).toBe('forbidden');
    for (const call of [
      desk.records.update(desk.people.ralf, 'ticket', { idOrKey: ticket.id, body: { subject: 'x' } }, PLAIN),
      desk.records.transition(desk.people.olga, 'ticket', { idOrKey: ticket.id, transition: 'take', body: {} }, PLAIN),
    ])
      expect((await refusal(call)).code).toBe('not_found');
  });

  it('lists exactly the rows that single reads allow', async () => {
    await ask({ category: desk.paper, watchers: [desk.people.ralf.me.id] });
    const all = (await list('max', 'size=200&total=exact')).items.map(({ id }) => id);
    for (const who of ['rita', 'ralf', 'anna', 'olga'] as const) {
      const listed = new Set((await list(who, 'size=200')).items.map(({ id }) => id));
      const readable = await Promise.all(
        all.map((id) =>
          desk.records.get(desk.people[who], 'ticket', id).then(
            () => id,
            () => null,
          ),
        ),
      );
      expect(listed).toEqual(new Set(readable.filter((id) => id !== null)));
    }
    expect((await list('ralf', '')).total).toBe(1);
    expect((await list('olga', 'size=200')).total).toBe(1);
  });

  it('masks fields by row where conditional grants differ', async () => {
    const ticket = await desk.records.create(desk.people.olga, 'ticket', { subject: 'Own', category: 'Cables' }, PLAIN);
    await desk.records.update(
      desk.people.anna,
      'ticket',
      { idOrKey: ticket.id, body: { internal_note: 'secret word' } },
      PLAIN,
    );
    const own = await desk.records.get(desk.people.olga, 'ticket', ticket.id);
    expect(own).not.toHaveProperty('internal_note');
    expect(own).not.toHaveProperty('team');
    expect(await desk.records.get(desk.people.anna, 'ticket', ticket.id)).toMatchObject({
      internal_note: 'secret word',
    });
    expect((await list('olga', 'search=secret')).total).toBe(0);
    expect((await list('anna', 'search=SECRET wörd'.replace('ö', 'o'))).total).toBe(1);
    expect((await list('olga', 'where=contains(record.internal_note, "secret")')).total).toBe(0);
    expect((await list('olga', 'f.internal_note=filled')).total).toBe(0);
    expect((await refusal(list('rita', 'f.internal_note=filled'))).code).toBe('bad_parameter');
    expect((await refusal(list('rita', 'sort=internal_note'))).code).toBe('bad_parameter');
    expect((await refusal(list('rita', 'where=contains(record.internal_note, "a")'))).code).toBe('bad_where');
    expect((await refusal(list('rita', 'where=record.requester.email == "max@desk.test"'))).code).toBe('bad_where');
  });

  it('leaves out what visible_when hides and keeps it for later', async () => {
    const ticket = await ask({ cost: '5' });
    const moved = await desk.records.update(
      desk.people.rita,
      'ticket',
      { idOrKey: ticket.id, body: { category: 'Paper' } },
      PLAIN,
    );
    expect(moved).not.toHaveProperty('cost');
    expect(
      (
        await refusal(
          desk.records.update(desk.people.rita, 'ticket', { idOrKey: ticket.id, body: { cost: '6' } }, PLAIN),
        )
      ).problems[0]?.code,
    ).toBe('hidden_field');
    expect(
      await desk.records.update(
        desk.people.rita,
        'ticket',
        { idOrKey: ticket.id, body: { category: 'Cables' } },
        PLAIN,
      ),
    ).toMatchObject({ cost: '5.00' });
  });

  it('sends a reference that may not be seen as its id alone', async () => {
    const note = await desk.records.create(
      desk.people.anna,
      'note',
      { ticket: (await ask({ category: 'Cables' })).id, text: 'n' },
      PLAIN,
    );
    const seen = await desk.records.get(desk.people.olga, 'note', note.id);
    expect(Object.keys(seen['ticket'] as object)).toEqual(['id']);
  });
});

describe('changing', () => {
  it('merges different fields and refuses the same one', async () => {
    const ticket = await ask({ details: 'a' });
    await desk.records.update(desk.people.anna, 'ticket', { idOrKey: ticket.id, body: { subject: 'Changed' } }, PLAIN);
    const merged = await desk.records.update(
      desk.people.rita,
      'ticket',
      { idOrKey: ticket.id, body: { details: 'b' } },
      { ...PLAIN, version: 1 },
    );
    expect(merged).toMatchObject({ subject: 'Changed', details: 'b', version: 3 });
    const conflict = await refusal(
      desk.records.update(
        desk.people.rita,
        'ticket',
        { idOrKey: ticket.id, body: { subject: 'Mine' } },
        { ...PLAIN, version: 1 },
      ),
    );
    expect(conflict.code).toBe('changed_meanwhile');
    const { anna } = desk.people;
    const changes = [{ version: 2, at: desk.now, by: { id: anna.me.id, title: 'anna' }, fields: ['subject'] }];
    expect(conflict.params).toEqual({ fields: ['subject'], theirs: { subject: 'Changed' }, version: 3, changes });
    const stale = { ...PLAIN, version: 1 };
    const { rita } = desk.people;
    const same = (caller: Caller, body: object) =>
      desk.records.update(caller, 'ticket', { idOrKey: ticket.id, body }, stale);
    expect((await refusal(same(rita, { subject: 'Changed' }))).code).toBe('changed_meanwhile');
    expect(await same(rita, { details: 'b' })).toMatchObject({ version: 3 });
    const another = await refusal(same({ ...rita, via: 'call' }, { details: 'b' }));
    expect([another.code, another.params['changes']]).toMatchObject([
      'changed_meanwhile',
      [{ version: 3, fields: ['details'] }],
    ]);
  });

  it('keeps lines by id, adds and drops', async () => {
    const ticket = await ask({
      lines: [
        { item: 'a', price: '1' },
        { item: 'b', price: '2' },
      ],
    });
    const [first] = ticket['lines'] as { id: string }[];
    const changed = await desk.records.update(
      desk.people.rita,
      'ticket',
      {
        idOrKey: ticket.id,
        body: {
          lines: [
            { item: 'c', price: '5' },
            { id: first?.id ?? '', qty: 4 },
          ],
        },
      },
      PLAIN,
    );
    expect(changed['lines']).toMatchObject([
      { item: 'c', sum: '5.00' },
      { id: first?.id, item: 'a', qty: 4, sum: '4.00' },
    ]);
    expect(changed['total']).toBe('9.00');
    const unknown = await refusal(
      desk.records.update(
        desk.people.rita,
        'ticket',
        { idOrKey: ticket.id, body: { lines: [{ id: 'x', item: 'c', __proto: 1 }] } },
        PLAIN,
      ),
    );
    expect(unknown.problems.map(({ code }) => code)).toEqual(['unknown_field', 'no_such_record']);
  });

  it('holds to the row condition, rights, immutability and rules', async () => {
    const ticket = await ask();
    const codes = async (who: keyof Desk['people'], body: object) =>
      (
        await refusal(desk.records.update(desk.people[who], 'ticket', { idOrKey: ticket.id, body }, PLAIN))
      ).problems.map(({ code }) => code);
    expect(await codes('rita', { priority: 'urgent' })).toEqual(['forbidden_field']);
    expect(await codes('rita', { internal_note: 'x' })).toEqual(['unknown_field']);
    expect(await codes('anna', { requester: desk.people.ralf.me.id })).toEqual(['immutable']);
    expect(await codes('anna', { priority: 'urgent' })).toEqual(['ticket.urgent_needs_details']);
    expect(await codes('anna', { total: '3' })).toEqual(['read_only_field']);
    expect(await codes('anna', { assignee: desk.people.olga.me.id })).toEqual(['not_offered']);
    const away = await refusal(
      desk.records.update(desk.people.anna, 'ticket', { idOrKey: ticket.id, body: { category: 'Paper' } }, PLAIN),
    );
    expect(away.code).toBe('forbidden');
  });

  it('checks unique values and overlaps inside the transaction', async () => {
    const both = await Promise.allSettled(
      ['A-1', 'A-1'].map((tag) => desk.records.create(desk.people.max, 'asset', { tag, name: 'Beamer' }, PLAIN)),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const loan = (from: string, until: string) =>
      desk.records.create(desk.people.anna, 'loan', { asset: 'A-1', from, until }, PLAIN);
    await loan('2026-04-01', '2026-04-05');
    expect((await refusal(loan('2026-04-05', '2026-04-09'))).problems[0]?.code).toBe('overlaps');
    const wrong = async (from: string, until: string) =>
      (await refusal(loan(from, until))).problems.map(({ path, code }) => `${path} ${code}`);
    expect(await wrong('2026-05-05', '2026-05-04')).toEqual(['until too_early']);
    expect(await wrong('2026-25-12', '2026-05-04')).toEqual(['from bad_date']); // and nothing of its other end
    expect(unmarkedTitle((await loan('2026-04-06', '2026-04-09')).title ?? '')).toBe('Beamer 2026-04-06');
  });
});

describe('life cycle', () => {
  it('fires transitions in order, with input, set, guard and history', async () => {
    const ticket = await ask();
    const { anna } = desk.people;
    expect(
      (
        await refusal(
          desk.records.transition(
            desk.people.rita,
            'ticket',
            { idOrKey: ticket.id, transition: 'take', body: {} },
            PLAIN,
          ),
        )
      ).code,
    ).toBe('not_your_role');
    expect(
      (
        await refusal(
          desk.records.transition(anna, 'ticket', { idOrKey: ticket.id, transition: 'close', body: {} }, PLAIN),
        )
      ).code,
    ).toBe('wrong_state');
    expect(
      (
        await refusal(
          desk.records.transition(anna, 'ticket', { idOrKey: ticket.id, transition: 'fly', body: {} }, PLAIN),
        )
      ).code,
    ).toBe('unknown_transition');
    desk.now = '2026-03-05T13:00:00.000Z';
    const taken = await desk.records.transition(
      anna,
      'ticket',
      { idOrKey: ticket.id, transition: 'take', body: {} },
      PLAIN,
    );
    expect(taken).toMatchObject({
      state: 'open',
      state_since: desk.now,
      version: 2,
      assignee: { id: anna.me.id, title: 'anna' },
    });
    expect(
      (
        await refusal(
          desk.records.transition(
            anna,
            'ticket',
            { idOrKey: ticket.id, transition: 'resolve', body: { input: {}, details: 'd' } },
            PLAIN,
          ),
        )
      ).problems[0],
    ).toMatchObject({ path: 'input.why', code: 'required' });
    expect(
      (
        await refusal(
          desk.records.transition(
            anna,
            'ticket',
            { idOrKey: ticket.id, transition: 'resolve', body: { input: { why: 'w' } } },
            PLAIN,
          ),
        )
      ).problems[0],
    ).toMatchObject({ path: 'details', code: 'guard_failed' });
    await desk.records.transition(
      anna,
      'ticket',
      { idOrKey: ticket.id, transition: 'resolve', body: { input: { why: 'w' }, details: 'd', internal_note: 'n' } },
      PLAIN,
    );
    await desk.records.transition(anna, 'ticket', { idOrKey: ticket.id, transition: 'close', body: {} }, PLAIN);
    expect(
      (await refusal(desk.records.update(anna, 'ticket', { idOrKey: ticket.id, body: { subject: 'x' } }, PLAIN))).code,
    ).toBe('locked');
    const history = await desk.records.history(anna, 'ticket', ticket.id);
    expect(history.map(({ kind, transition, from, to }) => [kind, transition, from, to])).toEqual([
      ['transition', 'close', 'resolved', 'closed'],
      ['transition', 'resolve', 'open', 'resolved'],
      ['transition', 'take', 'new', 'open'],
      ['create', 'create', null, 'new'],
    ]);
    expect(history[1]).toMatchObject({
      input: { why: 'w' },
      by: { title: 'anna' },
      changes: [
        { field: 'details', old: null, new: 'd' },
        { field: 'internal_note', new: 'n' },
      ],
    });
    expect((await refusal(desk.records.history(desk.people.rita, 'ticket', ticket.id))).code).toBe('forbidden');
  });

  it('tells what may be done', async () => {
    const ticket = await ask();
    const rita = await desk.records.may(desk.people.rita, 'ticket', ticket.id);
    expect(rita).toMatchObject({ update: true, delete: false, history: false });
    expect(rita.transitions.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual([
      'take role',
      'resolve role',
      'close role',
    ]);
    expect((await desk.records.may(desk.people.anna, 'ticket', ticket.id)).transitions[0]).toMatchObject({
      verdict: 'allowed',
    });
  });
});

describe('trash', () => {
  it('restricts, clears, cascades and restores together', async () => {
    const { max, anna } = desk.people;
    expect((await refusal(desk.records.remove(max, 'category', 'Cables', PLAIN))).code).toBe('in_use');
    const ticket = await ask();
    const note = await desk.records.create(anna, 'note', { ticket: ticket.id, text: 'goes along' }, PLAIN);
    await desk.records.remove(max, 'ticket', ticket.id, PLAIN);
    expect((await refusal(desk.records.get(max, 'ticket', ticket.id))).code).toBe('not_found');
    expect((await refusal(desk.records.get(anna, 'note', note.id))).code).toBe('not_found');
    expect((await list('max', 'trash=true')).items.map(({ id }) => id)).toEqual([ticket.id]);
    expect((await refusal(list('rita', 'trash=true'))).code).toBe('forbidden');
    expect(await desk.records.restore(max, 'ticket', ticket.id, PLAIN)).toMatchObject({ id: ticket.id, version: 3 });
    expect(await desk.records.get(anna, 'note', note.id)).toMatchObject({ text: 'goes along' });
  });

  it('shows what was deleted last first, who deleted it, and what is searched for', async () => {
    const { max } = desk.people;
    const tags = ['T-7', 'T-3', 'T-9', 'T-5'];
    for (const tag of tags) await desk.records.create(max, 'asset', { tag, name: `piece ${tag}` }, PLAIN);
    const deleted: string[] = [];
    const before = desk.now;
    for (const [at, tag] of ['T-9', 'T-7', 'T-5'].entries()) {
      desk.now = `2026-03-05T12:00:0${String(at + 1)}.000Z`;
      deleted.unshift((await desk.records.get(max, 'asset', tag)).id);
      await desk.records.remove(max, 'asset', tag, PLAIN);
    }
    desk.now = before;
    const trash = (query: string) => desk.records.list(max, 'asset', new URLSearchParams(`trash=true${query}`));
    const all = await trash('');
    expect(all.items.map(({ id }) => id)).toEqual(deleted);
    expect(all.trashed_by).toEqual(
      Object.fromEntries(deleted.map((id) => [id, { id: max.me.id, title: max.me.name }])),
    );
    expect((await trash('&size=2&page=2')).items.map(({ id }) => id)).toEqual(deleted.slice(2));
    expect((await trash('&sort=trashed_at&size=1')).items.map(({ id }) => id)).toEqual(deleted.slice(2));
    await expect(desk.records.list(max, 'asset', new URLSearchParams('sort=trashed_at'))).rejects.toMatchObject({
      code: 'bad_parameter',
    });
  });

  it('checks unique again when something returns', async () => {
    const { max } = desk.people;
    const first = await desk.records.create(max, 'asset', { tag: 'T-1', name: 'x' }, PLAIN);
    await desk.records.remove(max, 'asset', 'T-1', PLAIN);
    await desk.records.create(max, 'asset', { tag: 'T-1', name: 'y' }, PLAIN);
    expect((await refusal(desk.records.restore(max, 'asset', first.id, PLAIN))).problems[0]?.code).toBe('not_unique');
  });
});
