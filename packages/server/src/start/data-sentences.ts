import { type DataConflict, DataConflicts } from '../data/rows/data-conflict.ts';
import { type DataProblem, DataRefused } from '../data/rows/data-refused.ts';
import { createErrorTexts } from '../locales/error-texts.ts';
import { readShippedTexts } from '../locales/shipped-texts.ts';
import type { ServedApplication } from '../specification/served.ts';
import { UnknownLoss } from '../storage/migration/accepted-names.ts';
import { START_LANGUAGES, StartFailure, type StartSentence } from '../start-failure.ts';

const SHOWN = 20;

/** What keeps stored data from following a specification, as far as a person can put it right. */
export async function startReason(application: ServedApplication, error: unknown): Promise<unknown> {
  if (error instanceof DataRefused) return refusedData(application, error.problems, error);
  if (error instanceof DataConflicts) return stoppedByConflicts(error.conflicts, error);
  return error instanceof UnknownLoss ? unknownLoss(error) : error;
}

/** Data files that do not fit: each with file, row, column and what is wrong. */
function refusedData(application: ServedApplication, problems: readonly DataProblem[], cause: unknown): StartFailure {
  const texts = createErrorTexts(application, readShippedTexts(null));
  const rows = problems.slice(0, SHOWN).map((problem): StartSentence => {
    const { file, row, field, code, params, value } = problem;
    const message = Object.fromEntries(
      START_LANGUAGES.map((language) => [
        language,
        texts({ code, params, path: field }, language, { entity: entityOf(file) }),
      ]),
    );
    const place = { file, row: String(row), field, message: { texts: message }, value: value ?? '' };
    if (field === '') return { code: 'data_row', params: place };
    return { code: value === null ? 'data_column' : 'data_cell', params: place };
  });
  const explain: StartSentence = { code: 'data_explain', params: { code: problems[0]?.code ?? '' } };
  return new StartFailure('data_refused', {}, cause, [...rows, ...moreThan(problems.length), explain]);
}

/** The entity of a data file: `ticket` of `data/demo/ticket.history.csv`. */
function entityOf(file: string): string | undefined {
  return file.split('/').at(-1)?.split('.')[0];
}

/** A start that was asked to stop where people changed what data files changed too. */
function stoppedByConflicts(conflicts: readonly DataConflict[], cause: unknown): StartFailure {
  const rows = conflicts.slice(0, SHOWN).map(conflictSentence);
  return new StartFailure('data_conflicts', {}, cause, [
    ...rows,
    ...moreThan(conflicts.length),
    { code: 'data_choose', params: {} },
  ]);
}

function conflictSentence({ file, row, name, columns }: DataConflict): StartSentence {
  const place = { file, row: String(row), name: name ?? '', columns: columns.map(({ column }) => column).join(', ') };
  return { code: name === null ? 'data_conflict_unnamed' : 'data_conflict', params: place };
}

function moreThan(count: number): readonly StartSentence[] {
  return count > SHOWN ? [{ code: 'data_more', params: { number: String(count - SHOWN) } }] : [];
}

/** Consent to a loss that names nothing, with the name that is most like it. */
async function unknownLoss({ loss, known, cause }: UnknownLoss): Promise<StartFailure> {
  const { nearest } = await import('@ninefold/spec');
  const near = nearest(loss, known);
  return near === ''
    ? new StartFailure('accept_loss_unknown', { name: loss }, cause)
    : new StartFailure('accept_loss_nearest', { name: loss, nearest: near }, cause);
}
