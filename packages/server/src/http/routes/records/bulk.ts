import { type BulkAnswer, type Refused, type WriteProblem } from '@ninefold/model';
import { Refusal } from '../../../refusal.ts';
import { languageOf } from '../../service/language.ts';
import { aboutOf, problemOf } from '../../answers/problem.ts';
import { callerRoute, part, type CallerCall, type Route } from '../../service/route.ts';
import { onceOf } from '../../steps/body.ts';
import { entitiesOf, shownRecord, shownValues, takenBatch, takenBulk } from '../../answers/wire-forms.ts';

function neededBody({ request }: CallerCall): unknown {
  if (request.body === undefined) throw new Refusal('not_json');
  return request.body;
}

const bulk = callerRoute('POST', '/api/:entity/bulk', async (call): Promise<BulkAnswer> => {
  const { service, caller, request } = call;
  const body = neededBody(call);
  const entity = part(request, 'entity');
  const answer = await service.records.bulk(caller, entity, takenBulk(call, entity, body), onceOf(request).once);
  const results = answer.results.map(({ before, problem, ...result }) => ({
    ...result,
    problem: problem === null ? null : shown(call, problem),
    ...(before === undefined ? {} : { before: shownValues(call, entity, before) }),
  }));
  return { ...answer, results };
});

/** One refusal, as the same write alone would be answered. */
function shown({ service, request }: CallerCall, { errors: problems, code, ...refused }: Refused): WriteProblem {
  const { request_id: _, ...problem } = problemOf(service, new Refusal(code, { ...refused, problems }), {
    language: languageOf(service, request),
    requestId: request.id,
    about: aboutOf(request),
  });
  return problem;
}

const batch = callerRoute('POST', '/api/batch', async (call) => {
  const body = neededBody(call);
  const answer = await call.service.records.batch(call.caller, takenBatch(call, body), onceOf(call.request).once);
  const entities = entitiesOf(body);
  const results = answer.results.map(({ as, record }, index) => ({
    as,
    record: record && shownRecord(call, entities[index] ?? '', record),
  }));
  return { results };
});

/** Writes of many records at once: one action on many, or a few different ones that belong together. */
export const BULK_ROUTES: readonly Route[] = [bulk, batch];
