import {
  type Block,
  type Effect,
  type Entity,
  type Field,
  grouped,
  isLines,
  type LimitEntry,
  type Model,
  isLineReference,
  ownName,
  parentOf,
  partsBeside,
  reachOf,
  type Screen,
  transitionsOf,
  tellsOfState,
} from '@ninefold/model';
import { CALL_KINDS } from '../compile/kinds/calls.ts';

/** A thing that has texts: those it should have in every language, those it may have, and its id for want of them. */
export interface Texted {
  /** Key of the thing, as `entities.ticket.fields.priority`. */
  readonly base: string;
  readonly needed: readonly string[];
  readonly possible: readonly string[];
  readonly id: string;
}

/** Everything in a model that has texts, in the order of the points. */
export function expectedTexts(model: Model): readonly Texted[] {
  return [
    ...purposeTexts(model),
    ...Object.values(model.entities).flatMap(entityTexts),
    ...Object.values(model.entities).flatMap(stateTexts),
    ...Object.values(model.entities).flatMap(reactionTexts),
    ...Object.values(model.entities).flatMap(ruleTexts),
    ...Object.keys(model.roles).map((id) => thing(`roles.${id}`, id, ['label'])),
    ...model.screens.flatMap((screen) => (screen.written ? screenTexts(screen) : [])),
    ...model.menu.map(({ id }) => thing(`menu.${id}`, id, ['label'])),
    ...CALL_KINDS.flatMap((kind) =>
      Object.keys(model.calls[kind]).map((id) => thing(`calls.${kind}.${id}`, id, ['label'])),
    ),
    ...Object.keys(model.errors)
      .filter((id) => !id.includes('.'))
      .map((id) => thing(`errors.${id}`, id, ['message'], ['cause', 'remedy'])),
    ...Object.values(model.limits)
      .filter(({ runtime }) => !runtime)
      .flatMap(limitTexts),
  ];
}

function thing(base: string, id: string, needed: readonly string[], possible: readonly string[] = []): Texted {
  return { base, needed, possible, id };
}

/** The name of an application that does not say. */
const UNNAMED = 'app';

function purposeTexts({ name, purpose }: Model): readonly Texted[] {
  const does = purpose.does === null ? [] : ['does'];
  return [
    thing('purpose', name, name === UNNAMED ? does : ['name', ...does], ['name']),
    ...[...purpose.audience].map((id) => thing('purpose.audience', id, [id])),
    ...[...purpose.terms].map((id) => thing('purpose.terms', id, [id])),
  ];
}

function entityTexts({ id, fields, groups }: Entity): readonly Texted[] {
  const base = `entities.${id}`;
  return [
    thing(base, id, ['label', 'label_many'], ['new', 'hint']),
    ...fieldTexts(`${base}.fields`, Object.values(fields)),
    ...Object.keys(groups).map((group) => thing(`${base}.groups.${group}`, group, ['label'])),
  ];
}

/** Its options are the roles, which have texts of their own and need no second. */
const ROLES = 'entities.user.fields.roles';

/** `above` is the group whose parts these fields are. */
function fieldTexts(base: string, fields: readonly Field[], above: string | null = null): readonly Texted[] {
  return grouped(fields, above).flatMap(({ object, fields: own }) => {
    if (object === null) {
      return own.flatMap((field) => textsOf(`${base}.${ownName(field.id)}`, ownName(field.id), field));
    }
    const name = ownName(object);
    const key = `${base}.${name}`;
    const translated = own.find(({ id }) => id === object); // the names of languages are the runtime's own
    if (translated) return textsOf(key, name, translated);
    const isLine = own.some((part) => isLineReference(part) && parentOf(part.id) === object);
    const parts = isLine // its parts are named as the record and the lines are
      ? own.map((part) => namedThing(`${key}.fields.${ownName(part.id)}`, ownName(part.id)))
      : fieldTexts(`${key}.fields`, own, object);
    return [thing(key, name, ['label'], ['hint']), ...parts];
  });
}

/** What has a name without a text of its own. */
function namedThing(key: string, id: string): Texted {
  return thing(key, id, [], ['label', 'hint']);
}

function textsOf(key: string, id: string, field: Field): readonly Texted[] {
  const options = 'options' in field ? field.options : [];
  const isNamed = tellsOfState(field) || partsBeside(field).length > 0;
  if (isNamed) return [namedThing(key, id)];
  return [
    thing(key, id, ['label'], ['hint', 'example']),
    ...options.map((one) => thing(`${key}.options.${one}`, one, key === ROLES ? [] : ['label'], ['label', 'hint'])),
    ...(isLines(field) ? fieldTexts(`${key}.fields`, Object.values(field.fields)) : []),
  ];
}

/** The states of a further life cycle are told with the field that holds them; the transitions of all stand together. */
function stateTexts(entity: Entity): readonly Texted[] {
  const base = `states.${entity.id}`;
  return [
    ...Object.keys(entity.lifecycle?.states ?? {}).map((id) => thing(`${base}.states.${id}`, id, ['label'], ['hint'])),
    ...[...transitionsOf(entity).values()].flatMap(({ id, input, effects }) => [
      thing(`${base}.transitions.${id}`, id, ['label'], ['done', 'blocked', 'hint', ...saidBy(effects)]),
      ...fieldTexts(`${base}.transitions.${id}.input`, Object.values(input)),
    ]),
  ];
}

/** What notifications say, by the last part of the keys of their texts. */
function saidBy(effects: readonly Effect[]): readonly string[] {
  return effects.flatMap((effect) => reachOf(effect).tells?.text.split('.').at(-1) ?? []);
}

/** The history and the operators' page name reactions. */
function reactionTexts({ id: entity, reactions }: Entity): readonly Texted[] {
  return reactions.map(({ id, effects }) => thing(`states.${entity}.reactions.${id}`, id, ['label'], saidBy(effects)));
}

/** A rule that shares an entry of the catalogue needs no message of its own. */
function ruleTexts({ id: entity, rules, noOverlaps }: Entity): readonly Texted[] {
  const periods = noOverlaps.flatMap(({ name, error }) => (name !== null && error ? [{ id: name, error }] : []));
  return [...rules, ...periods].map(({ id, error }) => {
    const own = error === `${entity}.${id}`;
    return thing(`rules.${entity}.${id}`, id, own ? ['message'] : [], ['message', 'cause', 'remedy']);
  });
}

function limitTexts({ id, options }: LimitEntry): readonly Texted[] {
  const base = `limits.${id}`;
  return [
    thing(base, id, ['label'], ['note']),
    ...options.map((option) => thing(`${base}.options.${option}`, option, ['label'])),
  ];
}

function screenTexts(screen: Screen): readonly Texted[] {
  const base = `screens.${screen.id}`;
  const related = screen.kind === 'record' ? screen.related : [];
  const sections = screen.kind === 'record' || screen.kind === 'form' ? [...screen.sections, ...related] : [];
  const blocks = screen.kind === 'blocks' ? screen.blocks : [];
  return [
    thing(base, screen.id, ['label'], ['hint']),
    ...sections.map(({ id }) => thing(`${base}.sections.${id}`, id, ['label'])),
    ...blocks.flatMap((block) => blockTexts(`${base}.blocks.${block.id}`, block)),
  ];
}

/** Figures that are written have names; what is grouped by an expression is named by its place, from 1. */
function blockTexts(base: string, block: Block): readonly Texted[] {
  const groups = 'groupBy' in block ? block.groupBy : [];
  const figures = 'show' in block ? block.show : [];
  return [
    thing(base, block.id, ['label']),
    ...figures.map(({ id, of }) => {
      const named = `${base}.show.${id}`;
      return of === null ? thing(named, id, [], ['label']) : thing(named, id, ['label']);
    }),
    ...groups.flatMap((key, index) =>
      key.by === 'expression' ? thing(`${base}.groups.${String(index + 1)}`, key.of.source, ['label']) : [],
    ),
  ];
}
