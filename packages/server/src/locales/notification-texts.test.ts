import type { RecordValue } from '@ninefold/model';
import { expect, test } from 'vitest';
import { applicationOf } from '../records/testing/open-desk.ts';
import { createNotificationTexts } from './notification-texts.ts';

const AT = '2026-03-05T12:00:00.000Z';
const EN = { language: 'en', zone: null };

test('what was said of a record is told after its entity has got another id', () => {
  const application = applicationOf(`ninefold: 1
entities: { enrolment: { was: booking, fields: { name: { type: string }, told: { type: reference, to: user } } } }
states:
  enrolment:
    initial: a
    states: { a: {}, b: { final: true } }
    transitions: { go: { from: a, to: b, by: boss, notify: { to: record.told, text: "{{name}} is there" } } }
roles: { boss: { enrolment: all, runtime: [users] } }
`);
  const texts = createNotificationTexts(application);
  const about = {
    entity: 'enrolment',
    record: { id: '1', version: 1, created_at: AT, created_by: null, changed_at: AT, changed_by: null, name: 'Ann' },
  };
  expect(texts.of('states.booking.transitions.go.notify', about, EN)).toBe('Ann is there');
  expect(texts.of('states.enrolment.transitions.go.notify_2', about, EN)).toBeNull();
});

test('a text with a record whose title its reader may not see is none for them; a blank one is told', () => {
  const application = applicationOf(`ninefold: 1
entities: { note: { fields: { name: { type: string }, told: { type: reference, to: user }, all: { type: references, to: user } } } }
states:
  note:
    initial: a
    states: { a: {}, b: { final: true } }
    transitions: { go: { from: a, to: b, by: boss, notify: { to: record.told, text: "{{name}} of {{told}} and {{all}}" } } }
roles: { boss: { note: all, user: { refer: true }, runtime: [users] } }
`);
  const said = (told: object | null, all: readonly object[]): string | null => {
    const record = { id: '1', version: 1, created_at: AT, created_by: null, changed_at: AT, changed_by: null };
    const about = { entity: 'note', record: { ...record, name: 'Ann', told, all } as RecordValue };
    return createNotificationTexts(application).of('states.note.transitions.go.notify', about, EN);
  };
  const [bob, kim, hidden] = [{ id: '2', title: 'Bob' }, { id: '3', title: 'Kim' }, { id: '4' }];
  expect(said(bob, [bob, kim])).toBe('Ann of Bob and Bob and Kim');
  expect(said(null, [])).toBe('Ann of  and ');
  expect([said(hidden, []), said(bob, [kim, hidden])]).toEqual([null, null]);
});

test('a moment is told in the zone of its reader', () => {
  const application = applicationOf(`ninefold: 1
purpose: { time_zone: Asia/Tokyo }
entities: { note: { fields: { due: { type: datetime }, told: { type: reference, to: user } } } }
states:
  note:
    initial: a
    states: { a: {}, b: { final: true } }
    transitions: { go: { from: a, to: b, by: boss, notify: { to: record.told, text: "Due {{due}}" } } }
roles: { boss: { note: all, runtime: [users] } }
`);
  const record = { id: '1', version: 1, created_at: AT, created_by: null, changed_at: AT, changed_by: null, due: AT };
  const said = (zone: string | null) =>
    createNotificationTexts(application).of(
      'states.note.transitions.go.notify',
      { entity: 'note', record },
      { ...EN, zone },
    );
  expect([said(null), said('America/Bogota')]).toEqual(['Due Mar 5, 2026, 9:00 PM', 'Due Mar 5, 2026, 7:00 AM']);
});
