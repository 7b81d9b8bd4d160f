import {
  answered,
  haveObjects,
  type BulkAnswer,
  type RecordValue,
  type Refused,
  type Wire,
  type WriteProblem,
} from '@ninefold/model';
import { Refusal } from '../../../refusal.ts';
import { languageOf } from '../../service/language.ts';
import { aboutOf, problemOf } from '../../answers/problem.ts';
import { callerRoute, part, type CallerCall, type Route } from '../../service/route.ts';
import { onceOf } from '../../steps/body.ts';

function neededBody({ request }: CallerCall): unknown {
  if (request.body === undefined) throw new Refusal('not_json');
  return request.body;
}

const bulk = callerRoute('POST', '/api/:entity/bulk', async (call): Promise<BulkAnswer> => {
  const { service, caller, request } = call;
  const body = neededBody(call);
  const answer = await service.records.bulk(caller, part(request, 'entity'), body, onceOf(request).once);
  const results = answer.results.map((result) => ({
    ...result,
    problem: result.problem === null ? null : shown(call, result.problem),
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
  const answer = await call.service.records.batch(call.caller, neededBody(call), onceOf(call.request).once);
  const { entities, languages } = call.service.application.model;
  if (!haveObjects(entities)) return answer;
  const shown = (record: RecordValue): Wire => answered(record, languages[0] ?? '');
  return { results: answer.results.map(({ as, record }) => ({ as, record: record && shown(record) })) };
});

/** Writes of many records at once: one action on many, or a few different ones that belong together. */
export const BULK_ROUTES: readonly Route[] = [bulk, batch];
