import { Button, Group, Radio } from '@mantine/core';
import { canEver, editableFields, type BulkAnswer, type Entity, type Wire } from '@ninefold/model';
import { useMemo, useState } from 'react';
import { Link, useParams } from 'react-router';
import { useBulk } from '../bulk/use-bulk.ts';
import { SaveButton } from '../form/save-button.tsx';
import { Page } from '../frame/page.tsx';
import { ErrorBanner } from '../messages/error-banner.tsx';
import { useLimit, useModel, useRights, useScope } from '../model/use-model.ts';
import { NotFoundScreen } from '../pages/not-found-screen.tsx';
import { screenPath } from '../routes/screen-path.ts';
import { toFailure, type Failure } from '../store/failure.ts';
import { useTexts } from '../texts/use-texts.ts';
import { cellValue } from './cell-value.ts';
import { ColumnStep } from './column-step.tsx';
import { guessColumns, importable } from './columns.ts';
import { FileStep } from './file-step.tsx';
import classes from './import.module.css';
import type { Sheet } from './read-file.ts';
import { ResultStep } from './result-step.tsx';
import { useNames } from './use-names.ts';

type Mode = 'try' | 'all' | 'each';

/** Makes records of the rows of a file: columns, a full trial that changes nothing, and then all rows or the good ones. */
export function ImportScreen() {
  const { entity: id = '' } = useParams();
  const entity = useModel().entities[id];
  const rights = useRights();
  return entity && canEver(rights, id, 'create') ? <ImportOf key={id} entity={entity} /> : <NotFoundScreen />;
}

function ImportOf({ entity }: { readonly entity: Entity }) {
  const texts = useTexts();
  const { t } = texts;
  const model = useModel();
  const most = useLimit('bulk_records');
  const plan = useImport(entity);
  const many = texts.entityMany(entity.id);
  const list = screenPath(model, entity.id, 'list');
  const title = t('import.title', { entity: many });
  return (
    <Page
      title={title}
      screen="import"
      breadcrumb={[{ text: many, to: list ?? undefined }, { text: t('import.short') }]}
      busy={plan.busy}
    >
      <div className={classes['import']} data-nf-entity={entity.id}>
        <FileStep most={most} onRead={plan.read} />
        {plan.sheet && (
          <>
            <h2>
              {t('import.file_read', { name: plan.name, count: plan.sheet.rows.length, encoding: plan.sheet.encoding })}
            </h2>
            <ColumnStep
              entity={entity}
              sheet={plan.sheet}
              fields={plan.fields}
              columns={plan.columns}
              onChange={plan.choose}
            />
          </>
        )}
        {plan.failure && <ErrorBanner failure={plan.failure} entity={entity.id} />}
        {plan.answer && <ResultStep entity={entity} answer={plan.answer} done={plan.done} />}
        {plan.sheet && !plan.done && <Actions plan={plan} />}
        {plan.done && list !== null && <Link to={list}>{t('import.to_list', { entity: many })}</Link>}
      </div>
    </Page>
  );
}

function Actions({ plan }: { readonly plan: ReturnType<typeof useImport> }) {
  const { t } = useTexts();
  const [mode, setMode] = useState<'all' | 'each'>('all');
  const { answer } = plan;
  const asks = answer !== null && answer.failed > 0 && answer.done > 0;
  const ready = answer !== null && (answer.failed === 0 || (asks && mode === 'each'));
  return (
    <form
      className={classes['step']}
      onSubmit={(event) => {
        event.preventDefault();
        void plan.send(ready ? mode : 'try');
      }}
    >
      {asks && (
        <Radio.Group
          label={t('import.which')}
          value={mode}
          onChange={(chosen) => setMode(chosen === 'each' ? 'each' : 'all')}
        >
          <Radio value="all" label={t('import.all')} mt="xs" />
          <Radio value="each" label={t('import.each', { count: answer.done })} mt="xs" data-nf-import-each />
        </Radio.Group>
      )}
      <Group>
        <SaveButton busy={plan.busy}>
          {ready ? t('import.run', { count: answer.done }) : t(answer === null ? 'import.check' : 'import.check_again')}
        </SaveButton>
        <Button variant="default" onClick={plan.reset}>
          {t('form.cancel')}
        </Button>
      </Group>
    </form>
  );
}

function useImport(entity: Entity) {
  const rights = useRights();
  const scope = useScope();
  const { language } = useTexts();
  const bulk = useBulk(entity.id);
  const { names, yes, no } = useNames(entity);
  const [file, setFile] = useState<{ readonly sheet: Sheet; readonly name: string } | null>(null);
  const [chosen, setChosen] = useState<readonly (string | null)[] | null>(null);
  const [answer, setAnswer] = useState<BulkAnswer | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(false);
  const fields = useMemo(() => {
    const open = editableFields(entity, null, rights, { ...scope, creating: true });
    return importable(Object.values(entity.fields)).filter(({ id }) => open.has(id));
    // The clock decides nothing here.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [entity, rights]);
  const sheet = file?.sheet ?? null;
  const columns = chosen ?? (sheet ? guessColumns(sheet.header, fields, names) : []);
  const forget = (): void => {
    setAnswer(null);
    setFailure(null);
    setDone(false);
  };
  const records = (): readonly Readonly<Record<string, Wire>>[] => {
    const context = { today: scope.today, language, timeZone: scope.timeZone, names, yes, no };
    const used = fields.flatMap((field) =>
      columns.includes(field.id) ? [{ field, at: columns.indexOf(field.id) }] : [],
    );
    return (sheet?.rows ?? []).map((row) =>
      Object.fromEntries(used.map(({ field, at }) => [field.id, cellValue(field, row[at] ?? '', context)])),
    );
  };
  const send = async (mode: Mode): Promise<void> => {
    if (busy) return;
    setBusy(true);
    forget();
    const sent = await bulk({ action: 'create', records: records(), mode });
    setBusy(false);
    if (sent.data) {
      setAnswer(sent.data);
      setDone(mode !== 'try');
    } else setFailure(toFailure(sent.error));
  };
  return {
    sheet,
    name: file?.name ?? '',
    fields,
    columns,
    answer,
    failure,
    busy,
    done,
    send,
    read: (read: Sheet, name: string): void => {
      forget();
      setChosen(null);
      setFile({ sheet: read, name });
    },
    choose: (next: readonly (string | null)[]): void => {
      forget();
      setChosen(next);
    },
    reset: (): void => {
      forget();
      setFile(null);
    },
  };
}
