import { Readable } from 'node:stream';
import { limitValues, type DecimalSign, type ImportAnswer, type SlashedOrder } from '@ninefold/model';
import { importFile, type ImportFormat } from '../../../exchange/import-file.ts';
import { notingReasons, rejectsOf, withTold } from '../../../exchange/rejects.ts';
import { tellingProblems } from '../../../exchange/sentences.ts';
import { entityOf } from '../../../records/context/context.ts';
import { badParameter } from '../../../records/reading/lists/list-params.ts';
import { refuseImport } from '../../../records/writing/many/import.ts';
import type { Imported, ImportOptions, ImportSource } from '../../../records/context/import-source.ts';
import { Refusal } from '../../../refusal.ts';
import { languageOf } from '../../service/language.ts';
import { callerRoute, part, type CallerCall, type Route } from '../../service/route.ts';
import { spool } from '../../steps/spooled.ts';
import { onceOf } from '../../steps/body.ts';
import { shownValues } from '../../answers/wire-forms.ts';

/** The media types of what an import takes. */
export const IMPORT_TYPES: Readonly<Record<string, ImportFormat>> = {
  'text/csv': 'csv',
  'application/jsonl': 'jsonl',
  'application/x-ndjson': 'jsonl',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
};

const importRoute = callerRoute('POST', '/api/:entity/import', async (call): Promise<ImportAnswer> => {
  const { service, caller, request } = call;
  if (service.standing.isStopping) throw new Refusal('stopping'); // it could last longer than this server
  const { model } = service.application;
  const entity = entityOf({ model }, part(request, 'entity'));
  refuseImport(caller, entity.id);
  const { body } = request;
  const format = IMPORT_TYPES[(request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''];
  if (!(body instanceof Readable) || format === undefined) throw new Refusal('wrong_media_type');
  const { mode, match, columns, ways, rejects } = paramsOf(call);
  const spooled = await spool(body, Number(limitValues(model)['import_bytes']));
  try {
    const { file, digest } = spooled;
    const language = languageOf(service, request);
    const from = {
      application: service.application,
      entity,
      rights: caller.rights,
      file,
      format,
      columns,
      ways,
      language,
    };
    const asked = { ...from, now: service.clock() };
    const most = rejects ? Number(limitValues(model)['import_rejects']) : 0;
    const tell = tellingProblems(service.application, entity, { language, errorTexts: service.errorTexts });
    const { source: noting, reasons } = notingReasons(await importFile(asked), most, tell);
    const source = endingWith(noting, service.standing.over);
    const { once } = onceOf({ ...requestOf(call), body: digest });
    const signal = goneSignal(call);
    const done = await service.records.import(caller, entity.id, { source, options: { mode, match }, signal }, once);
    if (mode === 'all' && done.failed > 0) throw refused(done);
    const problems = done.problems.map(tell);
    const undo = done.undo?.map(({ before, ...record }) => ({
      ...record,
      before: before && shownValues(call, entity.id, before),
    }));
    return {
      ...{ ...done, problems, undo: undo ?? null },
      rejects: await rejectsOf(asked, withTold(reasons, problems, most)),
    };
  } finally {
    await spooled.remove();
  }
});

/** The same file. Where the server has to end while its rows are written, all of them are taken back, and the sender learns why. */
function endingWith(source: ImportSource, over: AbortSignal): ImportSource {
  return {
    ...source,
    async *rows() {
      for await (const row of source.rows()) {
        if (over.aborted) throw new Refusal('stopping');
        yield row;
      }
    },
  };
}

/** Is aborted where the connection closes before the call is answered. */
function goneSignal({ reply: { raw } }: CallerCall): AbortSignal {
  const gone = new AbortController();
  const note = (): void => {
    if (!raw.writableEnded) gone.abort(new Refusal('offline'));
  };
  if (raw.destroyed) note();
  else raw.once('close', note);
  return gone.signal;
}

function requestOf({ request: { headers, method, url } }: CallerCall): Omit<Parameters<typeof onceOf>[0], 'body'> {
  return { headers, method, url };
}

const MODES: readonly ImportOptions['mode'][] = ['all', 'each', 'try'];

const SIGNS: Readonly<Record<string, DecimalSign>> = { comma: ',', point: '.' };

const ORDERS: readonly SlashedOrder[] = ['day_first', 'month_first'];

function paramsOf({ request }: CallerCall) {
  const at = request.url.indexOf('?');
  const query = new URLSearchParams(at === -1 ? '' : request.url.slice(at + 1));
  const known = ['mode', 'match', 'columns', 'dates', 'decimals', 'rejects', 'lng'];
  for (const name of query.keys()) if (!known.includes(name) || query.getAll(name).length > 1) throw badParameter(name);
  const mode = MODES.find((one) => one === (query.get('mode') ?? 'all'));
  if (mode === undefined) throw badParameter('mode');
  const sent = query.get('dates');
  const dates = ORDERS.find((one) => one === sent) ?? null;
  if (sent !== null && dates === null) throw badParameter('dates');
  const sign = query.get('decimals');
  if (sign !== null && !Object.hasOwn(SIGNS, sign)) throw badParameter('decimals');
  const decimals = sign === null ? null : (SIGNS[sign] ?? null);
  if (!['file', null].includes(query.get('rejects'))) throw badParameter('rejects');
  const rejects = query.has('rejects');
  const columns = query.get('columns')?.split(',') ?? null;
  return { mode, match: query.get('match'), columns, ways: { dates, decimals }, rejects };
}

function refused({ problems, problem_count, failed, rows }: Imported): Refusal {
  const named = problems.map(({ row, path, code, params }) => {
    const place = `rows[${String(row)}]`;
    return { path: path === '' ? place : `${place}.${path}`, code, params };
  });
  const more = problem_count - problems.length;
  return new Refusal('writes_refused', { params: { failed, of: rows }, problems: named, more });
}

/** `POST /api/<entity>/import` */
export const IMPORT_ROUTE: Route = importRoute;
