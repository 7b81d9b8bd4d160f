import { Input } from '@mantine/core';
import { useId, type KeyboardEvent, type ReactNode } from 'react';
import { useTexts } from '../../base/texts/use-texts.tsx';
import styles from './conversation.module.css';
import { useNaming, type Named, type Naming } from './use-naming.ts';

/** See `MentionBox`. */
export interface MentionBoxProps extends Named {
  readonly id: string;
  readonly label: ReactNode;
  readonly invalid: boolean;
  /** Ctrl Enter or ⌘ Enter. */
  readonly onSend: () => void;
}

/** A text in which `@` offers the people who may read it. */
export function MentionBox(props: MentionBoxProps) {
  const { id, label, text, invalid, onText, onSend } = props;
  const { t } = useTexts();
  const list = useId();
  const naming = useNaming(props);
  const { box, offered, at, look, close, press } = naming;
  const isOpen = offered.length > 0;
  const onKeyDown = (event: KeyboardEvent): void => {
    const isSending = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (!isSending) return void press(event);
    event.preventDefault();
    onSend();
  };
  return (
    <div className={styles['box']}>
      <label htmlFor={id} className={styles['label']}>
        {label}
      </label>
      <Input
        component="textarea"
        ref={box}
        id={id}
        multiline
        rows={3}
        classNames={{ input: styles['text'] ?? '' }}
        value={text}
        error={invalid}
        aria-invalid={invalid}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={isOpen ? list : undefined}
        aria-activedescendant={isOpen ? `${list}-${String(at)}` : undefined}
        onChange={(event) => {
          onText(event.currentTarget.value);
          look();
        }}
        onSelect={look}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      {isOpen && <People list={list} naming={naming} />}
      <output className="nf-hidden">{isOpen ? t('conversation.offered', { count: offered.length }) : ''}</output>
    </div>
  );
}

/** The people who are offered; the text keeps the focus and has the keys. */
function People({ list, naming: { offered, at, pick } }: { readonly list: string; readonly naming: Naming }) {
  const { t } = useTexts();
  return (
    // A select cannot stand beside the text that has the keys.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div id={list} role="listbox" tabIndex={-1} aria-label={t('conversation.people')} className={styles['people']}>
      {offered.map((person, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <div
          key={person.id}
          id={`${list}-${String(index)}`}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          data-nf-person={person.id}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => pick(person)}
        >
          <bdi>{person.title}</bdi>
        </div>
      ))}
    </div>
  );
}
