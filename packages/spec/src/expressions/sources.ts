import type { Entity, Model, Node } from '@ninefold/model';
import { walk } from './walk.ts';

/** A field that a value is made of. */
export interface Source {
  readonly of: Entity;
  readonly name: string;
  /** What it is a field of. */
  readonly holder: Node;
  readonly value: Node;
}

const LINE: Node = { node: 'variable', type: { kind: 'null' }, name: 'line' };

/** Every field that a value is made of, those of lines by the field that holds them. */
export function sourcesOf(tree: Node, model: Model): readonly Source[] {
  const found: Source[] = [];
  walk(tree, (node) => {
    if (node.node !== 'field') return;
    const { type } = node.of;
    const of = type.kind === 'record' || type.kind === 'line' ? model.entities[type.entity] : undefined;
    const name = type.kind === 'line' ? type.field : node.name;
    if (of && Object.hasOwn(of.fields, name))
      found.push({ of, name, holder: type.kind === 'line' ? LINE : node.of, value: node });
  });
  return found;
}
