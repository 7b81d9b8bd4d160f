import { PLAIN_FIELD, PLAIN_REFERENCE, type Entity, type Grant, type RecordValue, type Rights } from '@ninefold/model';
import { expect, test } from 'vitest';
import { attachable, referring, type RelatedSection } from './related.ts';

const line = {
  ...PLAIN_FIELD,
  ...PLAIN_REFERENCE,
  id: 'row.rows',
  type: 'reference',
  to: 'order.rows',
  toLines: 'order.rows',
};
const FIELDS = { 'row.rows': line };

/** The section of the members of a team, whose field has these traits. */
function section(more: object = {}, id = 'team'): Pick<RelatedSection, 'entity' | 'field'> {
  const field = { ...PLAIN_FIELD, ...PLAIN_REFERENCE, id, type: 'reference', to: 'team', ...more };
  return {
    entity: { id: 'member', fields: FIELDS } as unknown as Entity,
    field: field as unknown as RelatedSection['field'],
  };
}

/** The rights of somebody who may change these fields of some members. */
function writes(...fields: readonly string[]): Rights {
  const rights = Object.fromEntries(fields.map((id) => [id, { read: true, create: false, update: true }]));
  return { grants: () => [{ verbs: { update: null }, fields: rights } as unknown as Grant] } as unknown as Rights;
}

test('who may change the reference attaches; who may also empty it detaches', () => {
  expect(attachable(section(), writes('team'))).toEqual({ attach: true, detach: true });
  expect(attachable(section(), writes('name'))).toEqual({ attach: false, detach: false });
  for (const closed of [{ readOnly: true }, { computed: { expression: null, live: false } }])
    expect(attachable(section(closed), writes('team'))).toEqual({ attach: false, detach: false });
  for (const kept of [{ required: true }, { immutable: true }])
    expect(attachable(section(kept), writes('team'))).toEqual({ attach: true, detach: false });
  expect(attachable(section({ type: 'references', required: true }), writes('team'))).toMatchObject({ detach: true });
  expect(attachable(section({}, 'holder.team'), writes('holder.team'))).toEqual({ attach: true, detach: true });
  expect(attachable(section({}, 'row.order'), writes('row.order'))).toEqual({ attach: false, detach: false });
});

test('a reference is set and emptied; of many one is added or taken out, and the others stay', () => {
  const record = { team: { id: 'a' }, teams: [{ id: 'a' }, { id: 'b', title: 'B' }] } as unknown as RecordValue;
  expect([true, false].map((refers) => referring(section(), record, 'c', refers))).toEqual(['c', null]);
  const many = section({ type: 'references' }, 'teams');
  expect(referring(many, record, 'c', true)).toEqual(['a', 'b', 'c']);
  expect(referring(many, record, 'b', true)).toEqual(['a', 'b']);
  expect(referring(many, record, 'b', false)).toEqual(['a']);
  expect(referring(many, { ...record, teams: null }, 'b', false)).toEqual([]);
});
