import { Button } from '@mantine/core';
import type { ConversationAnswer } from '@ninefold/model';
import { toFailure } from '../../base/store/failure.ts';
import { joinList } from '../../base/texts/words.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { ActionFailure } from '../../fields/messages/error-banner.tsx';
import { useFollowConversationMutation, type Talk } from './conversation-api.ts';
import styles from './conversation.module.css';

interface FollowingProps {
  readonly talk: Talk;
  readonly standing: ConversationAnswer;
}

/** Who follows the record, and the button by which the reader begins or stops. */
export function Following({ talk, standing: { follows, followers } }: FollowingProps) {
  const { t, language } = useTexts();
  const [follow, { error, isLoading }] = useFollowConversationMutation();
  const isOn = follows !== null;
  const run = (): void => void follow({ ...talk, follow: !isOn });
  const names = followers.flatMap(({ title }) => title ?? []);
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-pressed={isOn}
        loading={isLoading}
        title={isOn ? t(`conversation.follows_${follows}`) : undefined}
        onClick={run}
        data-nf-follow
      >
        {t(isOn ? 'conversation.following' : 'conversation.follow')}
      </Button>
      {names.length > 0 && (
        <p className={styles['followers']} data-nf-followers>
          {t('conversation.followers', { people: joinList(names, language) })}
        </p>
      )}
      {error !== undefined && <ActionFailure failure={toFailure(error)} onRetry={run} />}
    </>
  );
}
