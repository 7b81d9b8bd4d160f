import { expect, test } from 'vitest';
import { compile } from '../compile.ts';

/** Everything of the language that does not run yet, written as an author would write it. */
const LATER = `ninefold: 1
purpose: { currency: EUR }
roles:
  boss:
    runtime: [users]
    thing: { read: true, create: true, update: true, comment: true, print: true, fields: { name: { read: record.size > 1 } } }
    order: [ { via: thing, read: true, discloses: true }, { access: link, read: true } ]
    mood: all
    user: { read: true, grant: [boss] }
  guest: { members: public }
entities:
  thing:
    tree: up
    comments: true
    index: [[name, size]]
    unique: [{ fields: [name, size], when: record.size > 1 }]
    fields:
      name: { type: string, personal: true }
      reading: { type: string }
      size: { type: integer, discloses: true }
      up: { type: reference, to: thing }
      whom: { type: reference, to: [user, thing] }
      row: { type: reference, to: order.rows, where: option.qty > 1 }
      found: { type: reference, to: user, find: option.name == record.name }
      place: { type: object, fields: { city: { type: string }, zip: { type: string }, row: { type: reference, to: order.rows } } }
      city: { type: string, copy: record.place.city }
      spent: { type: duration, default: = hours(2), max: = days(3) }
      long: { type: boolean, computed: record.spent > hours(8) }
      at: { type: time }
      code: { type: secret }
      papers: { type: files, max: 3, accept: [application/pdf] }
      many: { type: boolean, computed: size(record.papers) > 1 }
      scan: { type: file }
      approvers: { type: references, to: user }
      deputy: { type: reference, to: user }
      mine: { type: boolean, computed: record.whom == record.deputy }
  order:
    fields:
      thing: { type: reference, to: thing }
      total: { type: money }
      rows: { type: lines, fields: { item: { type: string }, qty: { type: integer } } }
  mood: { fields: { size: { type: integer } } }
states:
  thing:
    initial: new
    states: { new: { kind: waiting }, open: {}, shut: { final: true } }
    transitions:
      approve:
        from: new
        to: [ { to: open, when: record.size > 1 }, shut ]
        by: boss
        when: size(record.approvers) > 1
        approvals: { of: record.approvers, need: 2, ordered: true, substitute: approver.manager_of }
        on_refusal: { set: { size: 0 } }
      back: { from: open, to: previous, by: boss }
      remind: { from: open, to: same, after: = days(3), restart: true, notify: { to: record.deputy, by: [inbox, email], text: Look } }
      end: { from: open, to: shut, at: record.created_at + days(9), call: [tell, tell], notify: [{ to: record.deputy, text: Look }, { to: record.approvers, text: Read }] }
      split:
        from: open
        to: shut
        by: boss
        create:
          - { each: record.approvers, order: { total: 5, thing: = record, rows: [ { item: = each.name, qty: 1 } ] } }
          - { mood: { size: 1 } }
        fire: [{ each: record.up, transition: back }, { each: record.up, transition: remind }]
    reactions:
      grown: { when: record.size > 10, set: [{ size: 10 }, { size: = record.size + 1 }], create: { mood: { size: = record.size } }, call: tell }
  thing.delivery:
    initial: waiting
    states: { waiting: {}, sent: { final: true } }
    transitions: { send: { from: waiting, to: sent, by: boss, when: record.delivery_since < now && !record.delivery_final } }
  mood:
    states: { low: { kind: waiting }, high: { kind: done, locked: true } }
    derived: [ { state: low, when: record.size < 5 }, { state: high } ]
  order: { reactions: { dear: { when: record.total > 100, set: { total: = limits.dear } } } }
rules:
  thing: { sent_is_big: { when: record.delivery == "sent", check: record.size > 0, message: Too small } }
screens:
  home: { path: /, blocks: { a: { chart: thing, group_by: [= record.size > 5], where: record.size > 1 }, b: { table: thing, group_by: name, show: { n: count(), most: max(record.size), sum_of: sum(record.size) } } } }
calls:
  out:
    tell: { method: PUT, url: = limits.address + "/x", secret: token, when: record.size > 1, body: { size: = record.size, fixed: text }, headers: { kind: plain }, retry: 3, timeout: 10, then: { size: = answer.size } }
  in:
    gate: { creates: order, key: = body.id, secret: token, map: { total: = body.amount, thing: = limits.first, rows: [ { item: = body.item } ] } }
limits:
  dear: { type: money, values: [ { from: 2026-01-01, value: 100 }, { from: 2026-05-01, value: 120 } ], editable_by: boss }
  address: { type: string, value: "https://example.org" }
  first: { type: reference, to: thing, value: One }
  wait: { type: duration, value: 72 h }
`.replace('substitute: approver.manager_of', 'substitute: approver');

const { issues, application } = compile([{ path: 'app.yaml', text: LATER }]);

test('the rest of the language is read and typed: all that is said is what does not run yet', () => {
  const others = issues.filter(({ id, severity }) => severity !== 'notice' && id !== 'NF0901');
  expect(others.map(({ id, sourceLine, params }) => [id, sourceLine.trim(), params])).toEqual([]);
  expect(application).toBeNull();
});

test('each is refused by name, at its place', () => {
  const refused = issues.filter(({ id }) => id === 'NF0901');
  const names = refused.map(({ params }) => params['name']);
  expect([...new Set(names)].sort()).toEqual(['access', 'members: public', 'personal', 'print']);
  const apart = refused.filter(({ sourceLine, column, length, params }) => {
    const name = (params['name'] ?? '').split(/: /).at(-1) ?? '';
    const place = sourceLine.slice(column - 1, column - 1 + length);
    return /^[a-z_]+$/.test(name) && !place.includes(name);
  });
  expect(apart).toEqual([]);
});

test('each item of a list of effects is judged, at its place', () => {
  const wrong = LATER.replace('transition: remind }]', 'transition: remnd }]')
    .replace('call: [tell, tell]', 'call: [tell, tel]')
    .replace('- { mood: { size: 1 } }', '- { mood: { siz: 1 } }')
    .replace('{ size: = record.size + 1 }]', '{ size: = record.sizes + 1 }]');
  const { issues: found } = compile([{ path: 'app.yaml', text: wrong }]);
  const told = found.filter(({ id, severity }) => severity === 'error' && id !== 'NF0901');
  expect(told.map(({ id, params }) => [id, params['name'], params['nearest']]).sort()).toEqual([
    ['NF0202', 'siz', 'size'],
    ['NF0208', 'remnd', 'remind'],
    ['NF0209', 'tel', 'tell'],
    ['NF0505', 'sizes', 'size'],
  ]);
});
