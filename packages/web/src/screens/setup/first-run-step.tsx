import type { FirstRunAnswer } from '@ninefold/model';
import type { ReactNode } from 'react';
import { Banners } from '../../kit/page/banners.tsx';
import { BarePage } from '../../kit/page/bare-page.tsx';
import { Loading } from '../../kit/messages/loading.tsx';
import { ErrorBanner } from '../../fields/messages/error-banner.tsx';
import { toFailure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { useFirstRunQuery } from './setup-api.ts';
import { StepHead, type Step } from './step-head.tsx';

interface FirstRunStepProps {
  readonly step: Step;
  readonly children: (answer: FirstRunAnswer) => ReactNode;
}

/** A step of the first run after the first account, for readers with the right `users`. */
export function FirstRunStep({ step, children }: FirstRunStepProps) {
  const { language } = useTexts();
  const { data, error, refetch } = useFirstRunQuery(language);
  return (
    <BarePage screen="setup" banners={<Banners />}>
      <StepHead step={step} />
      {data && children(data)}
      {!data && error === undefined && <Loading />}
      {!data && error !== undefined && <ErrorBanner failure={toFailure(error)} onRetry={() => void refetch()} />}
    </BarePage>
  );
}
