import { useMemo } from 'react';
import {
  allows,
  editableFields,
  GUARDED_USER_FIELDS,
  governsUser,
  judgeTransitions,
  isGivable,
  mayEndUser,
  stateOf,
  type Entity,
  type MayAnswer,
  type RecordValue,
  type TransitionVerdict,
} from '@ninefold/model';
import { useMe, useModel, useRights, useScope } from '../../base/model/use-model.ts';
import { useMayQuery } from '../../base/calls/record-api.ts';

/** What this user may do with one record now. */
export interface RecordPermissions {
  readonly transitions: readonly TransitionVerdict[];
  readonly editable: ReadonlySet<string>;
  readonly canDelete: boolean;
  readonly canSeeHistory: boolean;
  /** True while the server decides what the browser cannot. */
  readonly checking: boolean;
}

export function usePermissions(entity: Entity, record: RecordValue): RecordPermissions {
  const rights = useRights();
  const scope = useScope();
  const model = useModel();
  const me = useMe();
  const own = useMemo(() => {
    const inScope = { ...scope, record, before: record };
    const isGuarded = entity.id === 'user' && !governsUser(model, me, record);
    const open = [...editableFields(entity, record, rights, inScope)];
    return {
      transitions: judgeTransitions({ entity, record, rights, scope }),
      editable: new Set(isGuarded ? open.filter((field) => !GUARDED_USER_FIELDS.has(field)) : open),
      update: allows(rights, entity.id, 'update', inScope),
      remove: (entity.id !== 'user' || mayEndUser(model, me, record)) && allows(rights, entity.id, 'delete', inScope),
      history: entity.history ? allows(rights, entity.id, 'history', inScope) : false,
      open: stateOf(entity, record, rights) === 'open',
    };
  }, [entity, record, rights, scope, model, me]);
  const asks =
    [own.update, own.remove, own.history].includes(undefined) ||
    own.transitions.some((verdict) => verdict.verdict === 'unknown');
  const { currentData: may, isFetching } = useMayQuery({ entity: entity.id, id: record.id }, { skip: !asks });
  return {
    transitions: may ? own.transitions.map((verdict) => better(verdict, may, own.update)) : own.transitions,
    editable: own.update === undefined && own.open && may ? editableByServer(entity, may, own.editable) : own.editable,
    canDelete: (own.remove ?? may?.delete ?? false) && own.open,
    canSeeHistory: own.history ?? may?.history ?? false,
    checking: asks && may === undefined && isFetching,
  };
}

/** The server's verdict where the browser has none, or cannot tell whether the fields that the dialog asks for may be changed. */
function better(verdict: TransitionVerdict, may: MayAnswer, update: boolean | undefined): TransitionVerdict {
  const isOpen = verdict.verdict === 'unknown' || (verdict.verdict === 'blocked' && update === undefined);
  return isOpen ? (may.transitions.find((each) => each.id === verdict.id) ?? verdict) : verdict;
}

function editableByServer(entity: Entity, may: MayAnswer, own: ReadonlySet<string>): ReadonlySet<string> {
  const fields = Object.values(entity.fields).filter((field) => isGivable(field));
  const open = may.update ? fields.filter((field) => may.fields[field.id]?.update === true) : [];
  return new Set([...own, ...open.map((field) => field.id)]);
}
