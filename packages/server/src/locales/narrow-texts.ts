import { partsOf, type Entity, type Model, type Screen } from '@ninefold/model';
import type { TextTree } from '@ninefold/spec';

type Keep = (tree: TextTree) => TextTree;

/**
 * The application's texts for somebody who is not signed in: its name, which is all that the sign-in page shows of it; of a
 * demonstration also what its people are called by their roles.
 */
export function publicTexts({ purpose, roles }: TextTree, demo: boolean): TextTree {
  const { name, audience } = typeof purpose === 'object' ? purpose : {};
  const people = demo && typeof audience === 'object' ? { audience } : {};
  const shown = { ...(typeof name === 'string' ? { name } : {}), ...people };
  return {
    ...(Object.keys(shown).length > 0 ? { purpose: shown } : {}),
    ...(demo && typeof roles === 'object' ? { roles } : {}),
  };
}

/** The application's texts without the names of entities, fields, screens and blocks that this part of the model does not have. */
export function narrowTexts(texts: TextTree, model: Model): TextTree {
  const entities = (id: string): boolean => Object.hasOwn(model.entities, id);
  const screens = new Map(model.screens.map((screen) => [screen.id, screen]));
  const parts: Readonly<Record<string, Keep>> = {
    entities: (tree) => each(tree, entities, (entity, id) => narrowEntity(entity, model.entities[id])),
    states: (tree) => each(tree, entities, withoutNotices),
    rules: (tree) => each(tree, entities),
    screens: (tree) =>
      each(
        tree,
        (id) => screens.has(id),
        (screen, id) => narrowScreen(screen, screens.get(id)),
      ),
  };
  return each(
    texts,
    () => true,
    (tree, key) => (Object.hasOwn(parts, key) ? (parts[key]?.(tree) ?? tree) : tree),
  );
}

/** What notifications say: the server puts it into words, for whoever may read its values. */
const NOTICE = /^notify(?:_\d+)?$/;

function withoutNotices(texts: TextTree): TextTree {
  const said = (tree: TextTree): TextTree => each(tree, (key) => !NOTICE.test(key));
  return each(
    texts,
    () => true,
    (tree, key) => (key === 'transitions' || key === 'reactions' ? each(tree, () => true, said) : tree),
  );
}

function narrowScreen(texts: TextTree, screen: Screen | undefined): TextTree {
  const { blocks } = texts;
  if (typeof blocks !== 'object' || screen?.kind !== 'blocks') return texts;
  return { ...texts, blocks: each(blocks, (id) => screen.blocks.some((block) => block.id === id)) };
}

function narrowEntity(texts: TextTree, entity: Entity | undefined): TextTree {
  const fields = texts['fields'];
  if (typeof fields !== 'object' || !entity) return texts;
  const parts = partsOf(entity.fields);
  const isKnown = (id: string): boolean => Object.hasOwn(entity.fields, id) || parts.has(id) || SYSTEM.has(id);
  return { ...texts, fields: each(fields, isKnown) };
}

/** System fields have texts too where an author writes them; they are readable with the record. */
const SYSTEM = new Set([
  'id',
  'created_at',
  'created_by',
  'changed_at',
  'changed_by',
  'state',
  'state_since',
  'title',
  'version',
]);

function each(
  tree: TextTree,
  wanted: (key: string) => boolean,
  change: (tree: TextTree, key: string) => TextTree = (inner) => inner,
): TextTree {
  const entries = Object.entries(tree).filter(([key]) => wanted(key));
  return Object.fromEntries(entries.map(([key, node]) => [key, typeof node === 'string' ? node : change(node, key)]));
}
