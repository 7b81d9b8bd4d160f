import { Button, Group } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import type { SampleDataState } from '@ninefold/model';
import { ActionFailure } from '../../fields/messages/error-banner.tsx';
import { toFailure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { useLoadSampleDataMutation } from './setup-api.ts';
import { FirstRunStep } from './first-run-step.tsx';
import classes from './setup.module.css';

const NEXT = '/_/setup/done';

/** Sample data, yes or no. */
export function DataStep() {
  return <FirstRunStep step="data">{({ sample_data: state }) => <Choice state={state} />}</FirstRunStep>;
}

function Choice({ state }: { readonly state: SampleDataState }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const [load, { isLoading, error }] = useLoadSampleDataMutation();
  const accept = async (): Promise<void> => {
    const { data } = await load();
    if (data) await navigate(NEXT);
  };
  const isOpen = state === 'open' || isLoading;
  return (
    <>
      <p className={classes['text']} data-nf-sample-data={state}>
        {t(`first_run.data.${isOpen ? 'open' : state}`)}
      </p>
      {error !== undefined && <ActionFailure failure={toFailure(error)} onRetry={() => void accept()} />}
      <Group>
        {isOpen && (
          <Button variant="default" loading={isLoading} onClick={() => void accept()} data-nf-load>
            {t('first_run.data.load')}
          </Button>
        )}
        <Button component={Link} to={NEXT} data-nf-next>
          {t(isOpen ? 'first_run.data.without' : 'first_run.next')}
        </Button>
      </Group>
    </>
  );
}
