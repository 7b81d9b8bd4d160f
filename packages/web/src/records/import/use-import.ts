import { useRef, useState } from 'react';
import { dateOrderOf, separatorsOf, type Entity, type ImportAnswer } from '@ninefold/model';
import { makeOnce } from '../../base/calls/once.ts';
import { useFormat } from '../../base/format/use-format.ts';
import { useMe } from '../../base/model/use-model.ts';
import { toFailure, type Failure } from '../../base/store/failure.ts';
import { dropImport, keepImport } from './kept-imports.ts';
import { useImportFileMutation, type ImportCall } from './import-api.ts';

type Choice = Pick<ImportCall, 'match' | 'columns' | 'dates' | 'decimals'>;

/** Sends the file once at a time. An answer is given only while nobody has dropped its call. */
function useSending() {
  const [send] = useImportFileMutation();
  const running = useRef<{ readonly abort: () => void } | null>(null);
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState<ImportCall['mode']>('try');
  const drop = (): void => {
    running.current?.abort();
    running.current = null;
    setBusy(false);
  };
  const start = async (call: ImportCall) => {
    drop();
    setBusy(true);
    setSent(call.mode);
    const sending = send(call);
    running.current = sending;
    const answered = await sending;
    if (running.current !== sending) return null;
    drop();
    return answered;
  };
  return { start, drop, busy, sent, isWriting: busy && sent !== 'try' };
}

/** The file, what the server found in it, and what the user changed. */
export function useImport(entity: Entity) {
  const { start, drop, busy, sent, isWriting } = useSending();
  const place = { user: useMe().id, entity: entity.id };
  const once = useRef(makeOnce());
  const { locale } = useFormat();
  const asFound: Choice = {
    match: null,
    columns: null,
    dates: dateOrderOf(locale).monthFirst ? 'month_first' : 'day_first',
    decimals: separatorsOf(locale).decimal === ',' ? 'comma' : 'point',
  };
  const [file, setFile] = useState<File | null>(null);
  const [choice, setChoice] = useState<Choice>(asFound);
  const [answer, setAnswer] = useState<ImportAnswer | null>(null);
  const [fresh, setFresh] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const call = async (from: File, mode: ImportCall['mode'], chosen: Choice): Promise<void> => {
    setFailure(null);
    const key = once.current([from.name, from.size, from.lastModified, chosen, mode]);
    const answered = await start({ entity: entity.id, file: from, mode, ...chosen, once: key });
    if (answered === null) return;
    if (answered.data) {
      setAnswer(answered.data);
      keepImport(localStorage, place, from.name, answered.data);
    } else setFailure(toFailure(answered.error));
    setFresh(answered.data !== undefined);
  };
  const forget = (): void => {
    drop();
    setAnswer(null);
    setFailure(null);
    setChoice(asFound);
  };
  return {
    /** Forgets what was kept of the import for its undoing. */
    undone: (): void => {
      if (answer?.between) dropImport(localStorage, place, answer.between);
    },
    file,
    answer,
    /** Whether the answer belongs to the present choices. */
    fresh,
    failure,
    /** How the file was sent last. */
    sent,
    busy,
    /** Whether rows are being written: until that is over, nothing else is chosen. */
    isWriting,
    done: fresh && answer?.written === true,
    match: choice.match ?? answer?.match.join(',') ?? '',
    dates: choice.dates,
    decimals: choice.decimals,
    columns: choice.columns ?? answer?.columns.map(({ field }) => field) ?? [],
    read: (next: File): void => {
      if (isWriting) return;
      forget();
      setFile(next);
      void call(next, 'try', asFound);
    },
    choose: (next: Partial<Choice>): void => {
      if (isWriting) return;
      drop(); // its answer would be of other choices
      setChoice({ ...choice, ...next });
      setFresh(false);
    },
    send: (mode: ImportCall['mode']): void => {
      if (file && !busy) void call(file, mode, choice);
    },
    reset: (): void => {
      if (isWriting) return;
      forget();
      setFile(null);
    },
  };
}

/** What `useImport` gives. */
export type ImportPlan = ReturnType<typeof useImport>;
