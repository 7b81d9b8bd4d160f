import { Button } from '@mantine/core';
import { LayoutDashboard } from 'lucide-react';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { LatePopover } from '../../kit/floating/late-popover.tsx';
import { Loading } from '../../kit/messages/loading.tsx';
import { lateComponent } from '../../kit/late/late-component.tsx';
import type { ArrangeBoxProps } from './arrange-box.tsx';

const ArrangeBox = lateComponent<ArrangeBoxProps>(async () => (await import('./arrange-box.tsx')).ArrangeBox, Loading);

/** The button that opens the choice of the blocks and of their order. */
export function ArrangeMenu(props: ArrangeBoxProps) {
  const { t } = useTexts();
  return (
    <LatePopover
      look={{ label: t('arrange.open'), position: 'bottom-end', width: 340 }}
      target={(target) => (
        <Button
          variant="default"
          leftSection={<LayoutDashboard size={16} aria-hidden />}
          data-nf-arrange-open
          {...target}
        >
          {t('arrange.open')}
        </Button>
      )}
    >
      <ArrangeBox {...props} />
    </LatePopover>
  );
}

/** Stands where the reader has hidden every block. */
export function AllHidden() {
  return <p>{useTexts().t('arrange.all_hidden')}</p>;
}
