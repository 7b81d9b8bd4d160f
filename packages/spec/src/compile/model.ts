import { type Entity, type Lifecycle, type Model, type Rule, RUNTIME_LIMITS } from '@ninefold/model';
import type { SourceFile } from '../application.ts';
import { collect, type Collected } from '../issues/report.ts';
import type { LocatedMap } from '../located.ts';
import { compileCalls } from './lifecycle/calls.ts';
import type { Context, Names, Trace } from './reading/context.ts';
import { compileEntities, optionLookup, type Shapes } from './entities/entities.ts';
import { withStates } from './entities/state-fields.ts';
import { compileErrors } from './errors.ts';
import { hashOf } from './hash.ts';
import { KEYS } from './reading/keys.ts';
import { ledgerOf } from './reading/ledger.ts';
import { compileLimits } from './limits.ts';
import { markLive, markTurning } from './entities/live.ts';
import { namesOfTree } from './names.ts';
import { NOT_YET_KEYS } from './reading/not-yet.ts';
import { compilePurpose } from './reading/purpose.ts';
import { isOpen, knownKeys, mapAt } from './reading/read.ts';
import { compileRoles } from './roles/roles.ts';
import { compileRules } from './entities/rules.ts';
import { schemaFor } from './schema-for.ts';
import { checkScreens, standardScreens } from './screens/screen-paths.ts';
import { compileMenu } from './screens/menu.ts';
import { compileScreens } from './screens/screens.ts';
import { compileStates, type CompiledStates } from './lifecycle/states.ts';
import { writtenPlaces } from './written.ts';

export interface CompiledModel {
  readonly model: Model;
  /** The context of the second reading. The checks of the finished model use its texts and places. */
  readonly context: Context;
}

/**
 * Compiles the merged tree. The tree is read twice. The first reading gives the shapes of entities, states and limits,
 * against which expressions are typed. The second reading compiles expressions too, and only this one reports.
 */
export function compileModel(
  tree: LocatedMap,
  files: readonly SourceFile[],
  { report, reportAny, conclude }: Collected,
  trace: Trace | null = null,
): CompiledModel {
  const names = namesOfTree(tree, files);
  const silent = newContext(names, collect());
  const { shapes, states, ...named } = readNamed(silent, tree);
  const entities = entitiesOf(shapes, states, {});
  const context: Context = {
    ...newContext(names, { report, reportAny, conclude }),
    schema: schemaFor({ ...named, currency: named.purpose.currency, entities }, silent),
    trace,
  };
  checkRoot(context, tree);
  return { model: readModel(context, tree, files), context };
}

type Heard = Pick<Collected, 'report' | 'reportAny' | 'conclude'>;

function newContext(names: Names, heard: Heard): Context {
  return {
    ...heard,
    schema: null,
    trace: null,
    names,
    texts: new Map(),
    spots: new Map(),
    laterTypes: new Map(),
    former: { renamed: [], dropped: [] },
    limitsRead: new Set(),
    broken: new Set(),
  };
}

/** What stands under a point that is not known. The name is reported; everything that it declares would be missing elsewhere. */
export function unknownPoints(tree: LocatedMap): readonly LocatedMap[] {
  const known: readonly string[] = [...KEYS.root, ...NOT_YET_KEYS.root];
  return [...tree.entries].flatMap(([key, { value }]) => (known.includes(key) || value.kind !== 'map' ? [] : [value]));
}

function checkRoot(ctx: Context, tree: LocatedMap): void {
  knownKeys(ctx, tree, KEYS.root, 'root');
  const version = tree.entries.get('ninefold')?.value;
  if (!version) ctx.report('NF0116', tree.spot);
  else if (version.kind !== 'scalar' || version.text !== '1') ctx.report('NF0111', version.spot);
}

/** What expressions can name. */
interface Named extends Pick<Model, 'roles' | 'limits'> {
  readonly purpose: ReturnType<typeof compilePurpose>;
  readonly shapes: Shapes;
  readonly states: CompiledStates;
}

function readNamed(ctx: Context, tree: LocatedMap): Named {
  const purpose = compilePurpose(ctx, mapAt(ctx, tree, 'purpose'));
  const entities = mapAt(ctx, tree, 'entities');
  const limits = { ...RUNTIME_LIMITS, ...compileLimits(ctx, mapAt(ctx, tree, 'limits'), optionLookup(ctx, entities)) };
  const shapes = compileEntities(ctx, entities);
  const states = compileStates(ctx, mapAt(ctx, tree, 'states'), shapes);
  const roles = compileRoles(ctx, mapAt(ctx, tree, 'roles'), shapes);
  return { purpose, limits, shapes, states, roles };
}

function readModel(ctx: Context, tree: LocatedMap, files: readonly SourceFile[]): Model {
  const { purpose, limits, shapes, states, roles } = readNamed(ctx, tree);
  const rules = compileRules(ctx, mapAt(ctx, tree, 'rules'), shapes);
  const screens = allScreens(ctx, tree, shapes, states.lifecycles);
  const entities = markTurning(markLive(entitiesOf(shapes, states, rules), limits), limits);
  const screenMap = isOpen(tree, 'screens') ? null : mapAt(ctx, tree, 'screens');
  return {
    language: 1,
    hash: hashOf(files),
    ...purpose,
    entities,
    roles,
    screens,
    menu: compileMenu(ctx, screenMap, screens),
    calls: compileCalls(ctx, mapAt(ctx, tree, 'calls'), { entities }),
    errors: compileErrors(ctx, mapAt(ctx, tree, 'errors'), entities),
    limits,
    notShown: ledgerOf(tree),
    written: writtenPlaces(ctx),
  };
}

function entitiesOf(
  shapes: Shapes,
  { lifecycles, reactions }: CompiledStates,
  rules: Readonly<Record<string, readonly Rule[]>>,
): Readonly<Record<string, Entity>> {
  const ofFields = Map.groupBy(
    Object.entries(lifecycles).filter(([key]) => key.includes('.')),
    ([key]) => key.split('.')[0],
  );
  const further = (id: string): Entity['lifecycles'] =>
    Object.fromEntries((ofFields.get(id) ?? []).map(([key, one]) => [key.slice(id.length + 1), one] as const));
  const entities = Object.values(shapes).map((shape) => {
    const { id } = shape;
    const states = { lifecycle: lifecycles[id] ?? null, lifecycles: further(id), reactions: reactions[id] ?? [] };
    return [id, withStates({ ...shape, ...states, rules: rules[id] ?? [] })] as const;
  });
  return Object.fromEntries(entities);
}

function allScreens(
  ctx: Context,
  tree: LocatedMap,
  shapes: Shapes,
  lifecycles: Readonly<Record<string, Lifecycle>>,
): Model['screens'] {
  const around = { shapes, hasStates: (entity: string) => lifecycles[entity] !== undefined };
  const written = compileScreens(ctx, mapAt(ctx, tree, 'screens'), around);
  const all = [...written, ...standardScreens(shapes, written)];
  checkScreens(ctx, all);
  return all;
}
