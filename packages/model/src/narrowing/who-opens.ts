import type { Model } from '../ir/model.ts';
import type { RuntimeRight } from '../ir/role.ts';
import { canEver, rightsFor, rolesWith, type Rights } from '../rights/rights.ts';
import type { RuntimePage } from '../wire/runtime-pages.ts';
import { mayOpen } from './screens.ts';

/** Whether these rights open a page; `entity` is the part of its address that names one. */
type Opens = (rights: Rights, entity: string) => boolean;

const by =
  (right: RuntimeRight): Opens =>
  ({ runtime }) =>
    runtime.includes(right);

/** The pages of the runtime that are not for everybody who is signed in. */
const CLOSED_PAGES: Readonly<Partial<Record<RuntimePage, Opens>>> = {
  '/_/keys': by('keys'),
  '/_/audit': by('audit'),
  '/_/operate': by('operate'),
  '/_/spec': by('spec'),
  '/_/import/:entity': (rights, entity) => canEver(rights, entity, 'create') && canEver(rights, entity, 'import'),
  '/_/trash/:entity': (rights, entity) => canEver(rights, entity, 'read') && canEver(rights, entity, 'delete'),
};

/**
 * The ids of the roles that open an address, each with the roles that come with it. Null: no page at this address depends on
 * roles. The answer depends on the specification alone, never on records.
 */
export function rolesOpening(model: Model, path: string): readonly string[] | null {
  const screens = model.screens.filter((screen) => partsAt(screen.path, path) !== null);
  const pages = Object.entries(CLOSED_PAGES).flatMap(([pattern, opens]) => {
    const parts = partsAt(pattern, path);
    const [entity = ''] = parts ?? [];
    const isKnown = parts?.every((part) => Object.hasOwn(model.entities, part)) === true;
    return isKnown ? [(rights: Rights) => opens(rights, entity)] : [];
  });
  if (screens.length + pages.length === 0) return null;
  return Object.keys(model.roles).filter((role) => {
    const rights = rightsFor(model, rolesWith(model, [role]));
    return screens.some((screen) => mayOpen(screen, rights)) || pages.some((opens) => opens(rights));
  });
}

/** The parts of an address that stand for the parameters of a pattern. Null: the address is another one. */
function partsAt(pattern: string, path: string): readonly string[] | null {
  const wanted = pattern.split('/');
  const given = path.replace(/(.)\/$/, '$1').split('/');
  const isSame = wanted.every((part, at) =>
    part.startsWith(':') ? (given[at] ?? '') !== '' : part.toLowerCase() === given[at]?.toLowerCase(),
  );
  return isSame && wanted.length === given.length ? given.filter((_, at) => wanted[at]?.startsWith(':')) : null;
}
