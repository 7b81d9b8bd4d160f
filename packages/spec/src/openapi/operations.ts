import {
  canEver,
  canEverRead,
  cyclesOf,
  hasApprovals,
  inversesOf,
  type Inverse,
  timedTransitions,
  type Entity,
  type Model,
  type Rights,
  type Transition,
  transitionsOf,
} from '@ninefold/model';
import { bulkActions } from './bulk-schemas.ts';
import { pressable, SCHEMA_NAMES } from './entity-schemas.ts';
import { commentPaths } from './comment-calls.ts';
import { IMPORT_PARAMETERS } from './import-schemas.ts';
import { schemaRef, type JsonSchema } from './json-schema.ts';
import { ETAG, json, LOCATION, operation, type Describing, type Operation, type PathItem } from './operation.ts';
import { listParameters, parameterRef, SELECT } from './parameters.ts';

const FILES: JsonSchema = {
  'text/csv': { schema: { type: 'string' } },
  'application/jsonl': { schema: { type: 'string' } },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { schema: {} },
  'application/zip': { schema: {} },
};
function recordAnswer(entity: string, created = false): JsonSchema {
  return {
    description: 'The record.',
    headers: created ? { ...ETAG, ...LOCATION } : ETAG,
    content: json(schemaRef(SCHEMA_NAMES.record(entity))),
  };
}

function listAnswer(entity: string, rights: Rights): JsonSchema {
  return {
    description: 'One page of the list, or with `group` its groups.',
    headers: ETAG,
    content: {
      ...json({ anyOf: [schemaRef(SCHEMA_NAMES.list(entity)), schemaRef('Groups')] }),
      ...(canEver(rights, entity, 'export') ? FILES : {}),
    },
  };
}

function collection(entity: Entity, describing: Describing): PathItem {
  const { rights, label } = describing;
  const { id } = entity;
  const many = label(`entities.${id}.label_many`, id);
  const list: Operation = {
    kind: 'list',
    id: `${id}.list`,
    summary: `List: ${many}`,
    parameters: listParameters(entity, rights),
    answer: listAnswer(id, rights),
  };
  const create: Operation = {
    kind: 'create',
    id: `${id}.create`,
    summary: `Create: ${label(`entities.${id}.label`, id)}`,
    body: SCHEMA_NAMES.create(id),
    answer: recordAnswer(id, true),
    status: '201',
  };
  return {
    ...(canEver(rights, id, 'read') ? { get: operation(entity, describing, list) } : {}),
    ...(mayCreate(entity, rights) ? { post: operation(entity, describing, create) } : {}),
  };
}

function mayCreate({ id, lifecycle }: Entity, rights: Rights): boolean {
  const by = lifecycle?.transitions['create']?.by;
  return canEver(rights, id, 'create') && (by === undefined || by.some((role) => rights.roles.includes(role)));
}

function single(entity: Entity, describing: Describing): PathItem {
  const { id } = entity;
  const { model, rights, label } = describing;
  const name = label(`entities.${id}.label`, id);
  const get: Operation = {
    kind: 'get',
    id: `${id}.get`,
    summary: `Read: ${name}`,
    parameters: [parameterRef('expand'), SELECT],
    answer: recordAnswer(id),
  };
  const patch: Operation = {
    kind: 'update',
    id: `${id}.update`,
    summary: `Change: ${name}`,
    parameters: [parameterRef('ifMatch')],
    body: SCHEMA_NAMES.update(id),
    answer: recordAnswer(id),
  };
  const remove: Operation = {
    kind: 'delete',
    id: `${id}.delete`,
    summary: `Delete: ${name}`,
    parameters: [parameterRef('ifMatch')],
    ...(id === 'user' && hasApprovals(model) ? { body: 'Confirmation' } : {}),
    answer: { description: 'Deleted.' },
    status: '204',
  };
  return {
    ...(canEver(rights, id, 'read') ? { get: operation(entity, describing, get) } : {}),
    ...(canEver(rights, id, 'update') ? { patch: operation(entity, describing, patch) } : {}),
    ...(canEver(rights, id, 'delete') ? { delete: operation(entity, describing, remove) } : {}),
  };
}

function historyOf(entity: Entity, describing: Describing): PathItem {
  if (!entity.history || !canEver(describing.rights, entity.id, 'history')) return {};
  const answer = { description: 'What happened, newest first.', headers: ETAG, content: json(schemaRef('History')) };
  const call: Operation = {
    kind: 'history',
    id: `${entity.id}.history`,
    summary: `History: ${describing.label(`entities.${entity.id}.label`, entity.id)}`,
    answer,
  };
  return { get: operation(entity, describing, call) };
}

function dueOf(entity: Entity, describing: Describing): PathItem {
  if (timedTransitions(entity).length === 0 || !canEver(describing.rights, entity.id, 'read')) return {};
  const answer = {
    description: 'What will happen by itself, soonest first.',
    headers: ETAG,
    content: json(schemaRef('Due')),
  };
  const call: Operation = {
    kind: 'due',
    id: `${entity.id}.due`,
    summary: `Due: ${describing.label(`entities.${entity.id}.label`, entity.id)}`,
    answer,
  };
  return { get: operation(entity, describing, call) };
}

function restoreOf(entity: Entity, describing: Describing): PathItem {
  if (!entity.trash || !canEver(describing.rights, entity.id, 'delete')) return {};
  const call: Operation = {
    kind: 'restore',
    id: `${entity.id}.restore`,
    summary: `Restore: ${describing.label(`entities.${entity.id}.label`, entity.id)}`,
    answer: recordAnswer(entity.id),
  };
  return { post: operation(entity, describing, call) };
}

function press(entity: Entity, transition: Transition, describing: Describing): PathItem {
  const call: Operation = {
    kind: 'transition',
    id: `${entity.id}.transition.${transition.id}`,
    summary: describing.label(`states.${entity.id}.transitions.${transition.id}.label`, transition.id),
    parameters: [parameterRef('ifMatch')],
    body: SCHEMA_NAMES.transition(entity.id, transition.id),
    answer: recordAnswer(entity.id),
  };
  const post = operation(entity, describing, call);
  if (transition.approvals === null) return { post };
  const { body: _, parameters: __, ...rest } = call;
  const withdraw: Operation = {
    ...rest,
    kind: 'withdraw',
    id: `${entity.id}.withdraw.${transition.id}`,
    summary: `Withdraw: ${call.summary}`,
  };
  return { post, delete: operation(entity, describing, withdraw) };
}

/** Who has approved a record, and who is awaited. */
function approvalsOf(entity: Entity, describing: Describing): PathItem {
  const transitions = [...transitionsOf(entity).values()];
  const isAsked = transitions.some(({ approvals }) => approvals !== null);
  if (!isAsked || !canEver(describing.rights, entity.id, 'read')) return {};
  const call: Operation = {
    kind: 'approvals',
    id: `${entity.id}.approvals`,
    summary: `Approvals: ${describing.label(`entities.${entity.id}.label`, entity.id)}`,
    answer: {
      description: 'Who has approved, and who is awaited.',
      headers: ETAG,
      content: json(schemaRef('Approvals')),
    },
  };
  return { get: operation(entity, describing, call) };
}

/** The records that refer to one record, by one field: a list as that of their entity. */
function relatedOf(target: Entity, name: string, inverse: Inverse, describing: Describing): PathItem {
  const { rights, label } = describing;
  const { entity, field } = inverse;
  if (![target.id, entity.id].every((id) => canEver(rights, id, 'read')) || !canEverRead(rights, entity, field.id))
    return {};
  const one = label(`entities.${target.id}.label`, target.id);
  const call: Operation = {
    kind: 'related',
    id: `${target.id}.related.${name}`,
    summary: `List: ${label(`entities.${entity.id}.label_many`, entity.id)} (${one}, ${name})`,
    parameters: listParameters(entity, rights),
    answer: listAnswer(entity.id, rights),
  };
  return { get: operation(target, describing, call) };
}

function bulkOf(entity: Entity, describing: Describing): PathItem {
  if (bulkActions(entity, describing.rights).length === 0) return {};
  const call: Operation = {
    kind: 'bulk',
    id: `${entity.id}.bulk`,
    summary: `Change many: ${describing.label(`entities.${entity.id}.label_many`, entity.id)}`,
    body: SCHEMA_NAMES.bulk(entity.id),
    answer: { description: 'What became of each record.', content: json(schemaRef('BulkAnswer')) },
  };
  return { post: operation(entity, describing, call) };
}

function importOf(entity: Entity, describing: Describing): PathItem {
  const { rights, label } = describing;
  const mayWrite = canEver(rights, entity.id, 'create') || canEver(rights, entity.id, 'update');
  if (!mayWrite || !canEver(rights, entity.id, 'import')) return {};
  const call: Operation = {
    kind: 'import',
    id: `${entity.id}.import`,
    summary: `Import: ${label(`entities.${entity.id}.label_many`, entity.id)}`,
    parameters: IMPORT_PARAMETERS,
    answer: { description: 'What became of the rows, or would.', content: json(schemaRef('ImportAnswer')) },
  };
  const description = `A row for each record, and a column for each field.${statesOf(entity, rights)}`;
  return {
    post: { ...operation(entity, describing, call), requestBody: { required: true, description, content: FILES } },
  };
}

/** What a file may say of states, where these rights let it. */
function statesOf(entity: Entity, rights: Rights): string {
  const given = cyclesOf(entity).filter(
    ({ field, lifecycle }) => lifecycle.derived.length === 0 && canEverRead(rights, entity, field),
  );
  if (!canEver(rights, entity.id, 'import_states') || given.length === 0) return '';
  const columns = given.map(({ field }) => `\`${field}\``).join(', ');
  return ` States (${columns}) are columns too: a new record comes in as it stands, and no transition fires. A record that is there keeps its state; a row that names another one is refused.`;
}

/** The paths of one entity that these rights open. */
export function entityPaths(entity: Entity, describing: Describing): Readonly<Record<string, JsonSchema>> {
  const record = `/api/${entity.id}/{id}`;
  const readable = canEver(describing.rights, entity.id, 'read');
  const below: readonly (readonly [string, PathItem])[] = [
    [record, single(entity, describing)],
    [`${record}/history`, historyOf(entity, describing)],
    [`${record}/due`, dueOf(entity, describing)],
    [`${record}/approvals`, approvalsOf(entity, describing)],
    [`${record}/restore`, restoreOf(entity, describing)],
    ...commentPaths(entity, describing).map(([path, item]) => [`${record}${path}`, item] as const),
    ...(readable ? pressable(entity, describing.rights) : []).map(
      (transition) => [`${record}/${transition.id}`, press(entity, transition, describing)] as const,
    ),
  ];
  const related = [...inversesOf(describing.model.entities)(entity.id)].map(
    ([name, inverse]) => [`${record}/${name}`, relatedOf(entity, name, inverse, describing)] as const,
  );
  const pressed = new Map(below);
  const merged = new Map([
    ...below,
    ...related.map(([path, get]) => [path, { ...pressed.get(path), ...get }] as const),
  ]);
  const items = [...merged].map(([path, item]) => [path, { parameters: [parameterRef('id')], ...item }] as const);
  const paths: readonly (readonly [string, PathItem])[] = [
    [`/api/${entity.id}`, collection(entity, describing)],
    [`/api/${entity.id}/bulk`, bulkOf(entity, describing)],
    [`/api/${entity.id}/import`, importOf(entity, describing)],
  ];
  return Object.fromEntries(
    [...paths, ...items].filter(([, item]) => 'get' in item || 'post' in item || 'patch' in item || 'delete' in item),
  );
}

/** `/api/batch`, which is for all entities. */
export function batchPath(model: Model): PathItem {
  const call: Operation = {
    kind: 'batch',
    id: 'batch',
    summary: 'Several writes in one transaction',
    body: 'BatchBody',
    answer: { description: 'The records as they are then.', content: json(schemaRef('BatchAnswer')) },
  };
  return { post: operation({ id: 'batch' }, { model }, call) };
}
