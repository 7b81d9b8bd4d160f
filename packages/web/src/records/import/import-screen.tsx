import { Button, Group, Radio } from '@mantine/core';
import { canEver, type Entity, type ImportAnswer, screenPath } from '@ninefold/model';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { SaveButton } from '../../kit/controls/save-button.tsx';
import { Page } from '../../kit/page/page.tsx';
import { ActionFailure } from '../../fields/messages/error-banner.tsx';
import { useModel, useRights } from '../../base/model/use-model.ts';
import { NotFoundScreen } from '../../kit/page/not-found-screen.tsx';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { ColumnStep } from './column-step.tsx';
import { FileStep } from './file-step.tsx';
import classes from './import.module.css';
import { MatchStep } from './match-step.tsx';
import { ReadingStep } from './reading-step.tsx';
import { PastImports } from './past-imports.tsx';
import { ResultStep } from './result-step.tsx';
import { useImport, type ImportPlan } from './use-import.ts';

/** Makes and changes records by the rows of a file: columns, a full trial that changes nothing, then all rows or the good ones. */
export function ImportScreen() {
  const { entity: id = '' } = useParams();
  const entity = useModel().entities[id];
  const rights = useRights();
  return entity && canEver(rights, id, 'create') && canEver(rights, id, 'import') ? (
    <ImportOf key={id} entity={entity} />
  ) : (
    <NotFoundScreen />
  );
}

function ImportOf({ entity }: { readonly entity: Entity }) {
  const texts = useTexts();
  const { t } = texts;
  const model = useModel();
  const plan = useImport(entity);
  const many = texts.entityMany(entity.id);
  const list = screenPath(model, entity.id, 'list');
  return (
    <Page
      title={t('import.title', { things: texts.things(entity.id) })}
      screen="import"
      breadcrumb={[{ text: many, to: list ?? undefined }, { text: t('import.short') }]}
      busy={plan.busy}
    >
      <div className={classes['import']} data-nf-entity={entity.id}>
        <FileStep onFile={plan.read} disabled={plan.isWriting} />
        {plan.file && plan.answer && <Found entity={entity} plan={plan} file={plan.file} answer={plan.answer} />}
        {plan.file && plan.answer && plan.fresh && (
          <ResultStep
            key={plan.sent}
            entity={entity}
            answer={plan.answer}
            file={plan.file.name}
            onUndone={plan.undone}
          />
        )}
        {plan.file && !plan.done && <Actions entity={entity} plan={plan} />}
        {!plan.done && <PastImports entity={entity} />}
        {plan.done && list !== null && <Link to={list}>{t('import.to_list', { entity: many })}</Link>}
      </div>
    </Page>
  );
}

/** What stands before the decimals of numbers, as calls name it. */
const SIGNS = { ',': 'comma', '.': 'point' } as const;

interface FoundProps {
  readonly entity: Entity;
  readonly plan: ImportPlan;
  readonly file: File;
  readonly answer: ImportAnswer;
}

/** What the server found in the file, and the controls to change it. */
function Found({ entity, plan, file, answer }: FoundProps) {
  const { t } = useTexts();
  return (
    <>
      <h2>{t('import.file_read', { name: file.name, count: answer.rows, encoding: answer.encoding })}</h2>
      <ColumnStep
        entity={entity}
        answer={answer}
        columns={plan.columns}
        onChange={(columns) => plan.choose({ columns })}
      />
      <ReadingStep
        entity={entity}
        columns={answer.columns}
        kind="dates"
        reading={({ dates }) => (dates === undefined ? null : { ...dates, way: dates.order })}
        ways={['day_first', 'month_first']}
        value={plan.dates}
        onChange={(dates) => plan.choose({ dates })}
      />
      <ReadingStep
        entity={entity}
        columns={answer.columns}
        kind="numbers"
        reading={({ numbers }) => (numbers === undefined ? null : { ...numbers, way: SIGNS[numbers.sign] })}
        ways={['comma', 'point']}
        value={plan.decimals}
        onChange={(decimals) => plan.choose({ decimals })}
      />
      <MatchStep
        entity={entity}
        matches={answer.matches}
        value={plan.match}
        onChange={(match) => plan.choose({ match })}
      />
    </>
  );
}

function Actions({ entity, plan }: { readonly entity: Entity; readonly plan: ImportPlan }) {
  const { t } = useTexts();
  const [mode, setMode] = useState<'all' | 'each'>('all');
  const answer = plan.fresh ? plan.answer : null;
  const good = answer === null ? 0 : answer.rows - answer.failed;
  const asks = answer !== null && answer.failed > 0 && good > 0;
  const isClear = answer?.problems.every(({ code }) => code !== 'ambiguous_column') ?? false;
  const ready = answer !== null && isClear && (answer.failed === 0 || (asks && mode === 'each'));
  return (
    <form
      noValidate
      className={classes['step']}
      onSubmit={(event) => {
        event.preventDefault();
        plan.send(ready ? mode : 'try');
      }}
    >
      {asks && (
        <Radio.Group
          label={t('import.which')}
          value={mode}
          onChange={(chosen) => setMode(chosen === 'each' ? 'each' : 'all')}
        >
          <Radio value="all" label={t('import.all')} mt="xs" />
          <Radio value="each" label={t('import.each', { count: good })} mt="xs" data-nf-import-each />
        </Radio.Group>
      )}
      {plan.failure && <ActionFailure failure={plan.failure} entity={entity.id} onRetry={() => plan.send(plan.sent)} />}
      <Group>
        <SaveButton busy={plan.busy}>
          {ready ? t('import.run', { count: good }) : t(plan.answer === null ? 'import.check' : 'import.check_again')}
        </SaveButton>
        <Button variant="default" onClick={plan.reset} disabled={plan.isWriting}>
          {t('form.cancel')}
        </Button>
      </Group>
    </form>
  );
}
