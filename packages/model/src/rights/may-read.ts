import type { Entity } from '../ir/entity.ts';
import type { Scope } from '../values/value.ts';
import { transitionOfDid } from '../expressions/derived-lists.ts';
import type { MayRead } from '../expressions/explain.ts';
import { allows, fieldRights, type Rights } from './rights.ts';

/**
 * Fields that may be read of the record as it was, whatever is sent along: a value that a write sends never makes another readable. Of a
 * record that is only being made, those of the record as it would be. System fields are readable with the record, who fired its
 * transitions with its history.
 */
export function readerOf(entity: Entity, scope: Scope, rights: Rights): MayRead {
  const stored: Scope = scope.before ? { ...scope, record: scope.before } : scope;
  const fields = fieldRights(rights, entity, stored);
  const mayReadRow = allows(rights, entity.id, 'read', stored) === true;
  const mayReadHistory = mayReadRow && allows(rights, entity.id, 'history', stored) === true;
  return (field) => {
    if (Object.hasOwn(entity.fields, field)) return fields[field]?.read === true;
    return transitionOfDid(field) === null ? mayReadRow : mayReadHistory;
  };
}
