import type { Model } from '@ninefold/model';
import type { Context } from '../compile/context.ts';
import { checkBlankDoors } from './blank-doors.ts';
import { checkConditions } from './conditions.ts';
import { checkConstraints } from './constraints.ts';
import { checkCycles } from './cycles.ts';
import { checkDisclosures } from './disclosures.ts';
import { checkFields } from './fields.ts';
import { checkFormer } from './former.ts';
import { checkLifecycles } from './lifecycles.ts';
import { checkOpenness } from './openness.ts';
import { checkOverlaps } from './overlaps.ts';
import { checkPromises } from './promises.ts';
import { checkRequiredInStates } from './required-in-states.ts';
import { checkRights, checkScreenRights } from './rights.ts';
import { checkUse } from './use.ts';

/** Everything that can be found only when the whole model is known. */
export function checkModel(ctx: Context, model: Model): void {
  checkFields(ctx, model);
  checkConstraints(ctx, model);
  checkFormer(ctx, model);
  checkCycles(ctx, model);
  checkLifecycles(ctx, model);
  checkRights(ctx, model);
  checkScreenRights(ctx, model);
  checkUse(ctx, model);
  checkConditions(ctx, model);
  checkOverlaps(ctx, model);
  checkRequiredInStates(ctx, model);
  checkBlankDoors(ctx, model);
  checkDisclosures(ctx, model);
  checkOpenness(ctx, model);
  checkPromises(ctx, model);
}
