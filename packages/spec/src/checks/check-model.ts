import type { Model } from '@ninefold/model';
import type { Context } from '../compile/reading/context.ts';
import { checkBlankComparisons, checkBlankRecords } from './blanks.ts';
import { checkButtons } from './screens/buttons.ts';
import { checkComments } from './comments.ts';
import { checkConditions } from './conditions.ts';
import { checkConstraints } from './constraints.ts';
import { checkCycles } from './cycles.ts';
import { checkDisclosures, checkTitles } from './disclosures.ts';
import { checkFields } from './fields.ts';
import { checkFormer } from './former.ts';
import { checkInCalls } from './states/in-calls.ts';
import { checkHomes } from './screens/homes.ts';
import { checkApprovers } from './approvers.ts';
import { checkCallOrder } from './states/call-order.ts';
import { checkCascades } from './states/cascades.ts';
import { checkCreations } from './states/creations.ts';
import { checkLifecycles } from './states/lifecycles.ts';
import { checkOpenness } from './openness.ts';
import { checkOverlaps } from './overlaps.ts';
import { checkPromises } from './promises.ts';
import { checkRequiredInStates } from './required-in-states.ts';
import { checkCreators, checkGivenStates, checkPeople, checkRights, checkScreenRights } from './rights.ts';
import { checkUnlisted } from './screens/menus.ts';
import { checkScreens } from './screens/screens.ts';
import { checkShownRecords } from './screens/shown-records.ts';
import { checkNotices } from './states/notices.ts';
import { checkPast } from './states/past.ts';
import { checkRoleCalls } from './states/role-calls.ts';
import { checkSentValues } from './states/sent-values.ts';
import { checkTimers } from './states/timers.ts';
import { checkUse } from './use.ts';

/**
 * Runs the checks that need the whole model. Reasoning, which only warns, is left out where the model is `mistaken`: a
 * condition that could not be read stands for none in it, so that what is concluded may be untrue.
 */
export function checkModel(ctx: Context, model: Model, { mistaken }: { readonly mistaken: boolean }): void {
  checkFields(ctx, model);
  checkConstraints(ctx, model);
  checkFormer(ctx, model);
  checkCycles(ctx, model);
  checkLifecycles(ctx, model);
  checkCascades(ctx, model);
  checkButtons(ctx, model);
  checkTimers(ctx, model);
  checkPast(ctx, model);
  checkRights(ctx, model);
  checkCreators(ctx, model);
  checkGivenStates(ctx, model);
  checkPeople(ctx, model);
  checkScreenRights(ctx, model);
  checkScreens(ctx, model);
  checkUnlisted(ctx, model);
  checkHomes(ctx, model);
  checkUse(ctx, model);
  checkInCalls(ctx, model);
  checkCreations(ctx, model);
  checkCallOrder(ctx, model);
  checkBlankComparisons(ctx, model);
  checkTitles(ctx, model);
  checkOpenness(ctx, model);
  if (!mistaken) conclude(ctx, model);
}

/** The checks that reason about all values. */
function conclude(ctx: Context, model: Model): void {
  checkComments(ctx, model);
  checkConditions(ctx, model);
  checkOverlaps(ctx, model);
  checkShownRecords(ctx, model);
  checkApprovers(ctx, model);
  checkNotices(ctx, model);
  checkRoleCalls(ctx, model);
  checkSentValues(ctx, model);
  checkBlankRecords(ctx, model);
  checkRequiredInStates(ctx, model);
  checkDisclosures(ctx, model);
  checkPromises(ctx, model);
}
