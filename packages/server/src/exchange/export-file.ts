import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import {
  isList,
  isMap,
  limitValues,
  todayIn,
  type CommentAnswer,
  type CommentsAnswer,
  type RecordValue,
  type Wire,
} from '@ninefold/model';
import { entityOf } from '../records/context/context.ts';
import type { Caller, Records } from '../records/context/records.ts';
import { badParameter, listOf } from '../records/reading/lists/list-params.ts';
import type { ServedApplication } from '../specification/served.ts';
import { createTitleTexts, hasWordsInTitles, unmarkedTitle } from '../locales/title-texts.ts';
import type { OfRecord } from '../records/context/comments.ts';
import { Refusal } from '../refusal.ts';
import { importTable, peopleTable } from './tables.ts';
import { archiveStream, type ArchiveGround } from './writing/archive.ts';
import { ARCHIVE, STREAMED, XLSX, type ExportTable, type StreamedFormat } from './writing/formats.ts';
import { writeXlsx } from './writing/write-xlsx.ts';

/** A file while it is written. */
export interface ExportFile {
  readonly type: string;
  readonly name: string;
  readonly content: Readable;
}

/** What an export is made of. */
export interface ExportGround {
  readonly records: Records;
  readonly application: ServedApplication;
  /** RFC 3339 UTC. */
  readonly now: string;
  /** Reads the content of a file, whoever asks. */
  readonly content: ArchiveGround['content'];
}

/** So many records are written without a break, in which others have the processor. */
const TURN = 100;

type Pages = AsyncGenerator<readonly RecordValue[], void>;

/** Records of a list as a file, for people or to be imported again; refusals are thrown before the first byte is sent. */
export async function exportFile(
  { records, application, now, content: contentOf }: ExportGround,
  caller: Caller,
  {
    entityId,
    query,
    language,
  }: { readonly entityId: string; readonly query: URLSearchParams; readonly language: string },
): Promise<ExportFile> {
  const { model } = application;
  const { format: name, isForPeople, params } = parted(query);
  const streamed = name === 'csv' || (name === 'jsonl' && !isForPeople) ? STREAMED[name] : null;
  const archive = name === 'zip' && !isForPeople ? contentOf : null;
  if (streamed === null && name !== 'xlsx' && archive === null) throw badParameter('format');
  const { type, named } = streamed ?? (archive === null ? XLSX : ARCHIVE);
  const max = Number(limitValues(model)['xlsx_rows']);
  const most = type === XLSX.type ? max : null;
  const asked = isForPeople ? whole(params) : params;
  const pages = records.export(caller, entityId, asked, { named: named && !isForPeople, most });
  const begun = await pages.next();
  const entity = entityOf({ model }, entityId);
  const source = model.languages[0] ?? '';
  const order = { caller, entity, select: listOf(params, 'select'), language, source };
  const screen = listOf(params, 'screen')?.[0] ?? null;
  const table = isForPeople ? peopleTable(application, order, screen) : importTable(order);
  const titles = isForPeople ? createTitleTexts(application) : null;
  const worded = (title: string): string => titles?.inText(title, language) ?? unmarkedTitle(title);
  const read = withFirst(begun.done === true ? [] : begun.value, pages);
  const all = hasWordsInTitles(model) ? withTitles(read, worded) : read;
  const content =
    archive !== null
      ? archiveStream(
          all,
          { entity, table, now },
          {
            content: archive,
            comments: (record) => commentsOn(records, caller, { entity: entityId, idOrKey: record.id }),
          },
        )
      : streamed === null
        ? Readable.from([await writeXlsx(table, all, max)])
        : Readable.from(textsOf(streamed, table, all), { objectMode: false });
  const title = isForPeople ? `${table.name}_${todayIn(model.timeZone, now)}` : entityId;
  return { type, name: `${fileName(title)}.${name}`, content };
}

/** A name without the characters that a file may not have in it on one of the usual systems. */
function fileName(title: string): string {
  return title
    .replaceAll(/[\p{Cc}"*/:<>?\\|]/gu, '-')
    .replaceAll(/^[.\s]+/gu, '')
    .slice(0, MOST_NAME);
}

const MOST_NAME = 120;

/** The comments on a record that the caller may read; none where they may read none. */
async function* commentsOn({ comments }: Records, caller: Caller, of: OfRecord): AsyncGenerator<CommentAnswer> {
  for (let after: string | null = ''; after !== null; ) {
    const params = new URLSearchParams({ size: '100', ...(after === '' ? {} : { after }) });
    const page: CommentsAnswer | null = await comments.list(caller, of, params).catch(noneIfRefused);
    yield* page?.items ?? [];
    after = page?.next ?? null;
  }
}

function noneIfRefused(cause: unknown): null {
  if (cause instanceof Refusal && ['forbidden', 'not_found', 'out_of_sight'].includes(cause.code)) return null;
  throw cause;
}

async function* withFirst(first: readonly RecordValue[], more: Pages): Pages {
  yield first;
  yield* more;
}

/** The same records with their titles in other words. */
async function* withTitles(pages: Pages, worded: (title: string) => string): Pages {
  for await (const page of pages) yield page.map((record) => mapTexts(record, worded) as RecordValue); // a record stays one
}

/** A value with each text in it replaced. */
function mapTexts(value: Wire | undefined, change: (text: string) => string): Wire {
  if (typeof value === 'string') return change(value);
  if (isList(value)) return value.map((item) => mapTexts(item, change));
  if (value === undefined || !isMap(value)) return value ?? null;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mapTexts(inner, change)]));
}

async function* textsOf(format: StreamedFormat, table: ExportTable, pages: Pages): AsyncGenerator<string> {
  yield format.head(table);
  for await (const page of pages)
    for (let start = 0; start < page.length; start += TURN) {
      const some = page.slice(start, start + TURN);
      yield some.map((record) => format.record(table, record)).join('');
      await setImmediate();
    }
}

interface Parted {
  readonly format: string;
  /** False: to be imported again, which is what programs get that do not ask. */
  readonly isForPeople: boolean;
  /** What says which records, in which order. */
  readonly params: URLSearchParams;
}

function parted(query: URLSearchParams): Parted {
  const wanted = query.getAll('for');
  if (wanted.length > 1 || !['people', 'import'].includes(wanted[0] ?? 'import')) throw badParameter('for');
  const params = new URLSearchParams([...query].filter(([name]) => name !== 'format' && name !== 'for'));
  return { format: query.getAll('format').join(), isForPeople: wanted[0] === 'people', params };
}

/** The same without `select`: the words for a value may need another one, an amount its currency. */
function whole(params: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...params].filter(([name]) => name !== 'select'));
}
