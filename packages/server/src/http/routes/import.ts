import { Readable } from 'node:stream';
import { limitValues, type ImportAnswer } from '@ninefold/model';
import { importFile, type ImportFormat } from '../../exchange/import-file.ts';
import { entityOf } from '../../records/context.ts';
import { badParameter } from '../../records/reading/list-params.ts';
import { refuseImport } from '../../records/writing/import.ts';
import type { Imported, ImportOptions } from '../../records/writing/import-source.ts';
import { Refusal } from '../../refusal.ts';
import { languageOf } from '../language.ts';
import { callerRoute, part, type CallerCall, type Route } from '../route.ts';
import { spool } from '../spooled.ts';
import { onceOf } from '../steps/write-options.ts';

/** The media types of what an import takes. */
export const IMPORT_TYPES: Readonly<Record<string, ImportFormat>> = {
  'text/csv': 'csv',
  'application/jsonl': 'jsonl',
  'application/x-ndjson': 'jsonl',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
};

const importRoute = callerRoute('POST', '/api/:entity/import', async (call): Promise<ImportAnswer> => {
  const { service, caller, request } = call;
  const { model } = service.application;
  const entity = entityOf({ model }, part(request, 'entity'));
  refuseImport(caller, entity.id);
  const { body } = request;
  const format = IMPORT_TYPES[(request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''];
  if (!(body instanceof Readable) || format === undefined) throw new Refusal('wrong_media_type');
  const { mode, match, columns } = paramsOf(call);
  const spooled = await spool(body, Number(limitValues(model)['import_bytes']));
  try {
    const { file, digest } = spooled;
    const language = languageOf(service, request);
    const from = { application: service.application, entity, rights: caller.rights, file, format, columns, language };
    const source = await importFile({ ...from, now: service.clock() });
    const { once } = onceOf({ ...requestOf(call), body: digest });
    const done = await service.records.import(caller, entity.id, source, { mode, match }, once);
    if (mode === 'all' && done.failed > 0) throw refused(done);
    return shown(call, done);
  } finally {
    await spooled.remove();
  }
});

function requestOf({ request: { headers, method, url } }: CallerCall): Omit<Parameters<typeof onceOf>[0], 'body'> {
  return { headers, method, url };
}

const MODES: readonly ImportOptions['mode'][] = ['all', 'each', 'try'];

function paramsOf({ request }: CallerCall) {
  const at = request.url.indexOf('?');
  const query = new URLSearchParams(at === -1 ? '' : request.url.slice(at + 1));
  const known = ['mode', 'match', 'columns', 'lng'];
  for (const name of query.keys()) if (!known.includes(name) || query.getAll(name).length > 1) throw badParameter(name);
  const mode = MODES.find((one) => one === (query.get('mode') ?? 'all'));
  if (mode === undefined) throw badParameter('mode');
  return { mode, match: query.get('match'), columns: query.get('columns')?.split(',') ?? null };
}

const MOST_NAMED = 100;

function refused({ problems, failed, rows }: Imported): Refusal {
  const named = problems.slice(0, MOST_NAMED).map(({ row, path, code, params }) => {
    const place = `rows[${String(row)}]`;
    return { path: path === '' ? place : `${place}.${path}`, code, params };
  });
  return new Refusal('writes_refused', { params: { failed, of: rows }, problems: named });
}

/** Problems in the language of the reader. */
function shown({ service, request }: CallerCall, done: Imported): ImportAnswer {
  const language = languageOf(service, request);
  const problems = done.problems.map((problem) => ({
    ...problem,
    message: service.errorTexts(problem.code, problem.params, language),
  }));
  return { ...done, problems };
}

/** `POST /api/<entity>/import` */
export const IMPORT_ROUTE: Route = importRoute;
