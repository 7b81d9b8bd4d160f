import type { Model } from '@ninefold/model';
import type { Context } from '../compile/context.ts';
import { checkCycles } from './cycles.ts';
import { checkFields } from './fields.ts';
import { checkLifecycles } from './lifecycles.ts';
import { checkRights, checkScreenRights } from './rights.ts';
import { checkUse } from './use.ts';

/** Everything that can be found only when the whole model is known. */
export function checkModel(ctx: Context, model: Model): void {
  checkFields(ctx, model);
  checkCycles(ctx, model);
  checkLifecycles(ctx, model);
  checkRights(ctx, model);
  checkScreenRights(ctx, model);
  checkUse(ctx, model);
}
