import { Select } from '@mantine/core';
import { useFormat } from '../../base/format/use-format.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import classes from './operate.module.css';

interface StateChoiceProps<State extends string> {
  /** Marks the choice for tests: `data-nf-<name>`. */
  readonly name: string;
  readonly states: readonly State[];
  readonly counts: Readonly<Record<State, number>>;
  readonly text: (state: State) => string;
  readonly state: State;
  readonly onChange: (state: State) => void;
}

/** Of which state a section shows what it lists, with how many there are of each. */
export function StateChoice<State extends string>(props: StateChoiceProps<State>) {
  const { name, states, counts, text, state, onChange } = props;
  const { t } = useTexts();
  const { number } = useFormat();
  const label = (value: State): string =>
    t('operate.timers_counted', { state: text(value), number: number(counts[value]) });
  return (
    <Select
      label={t('operate.timers_shown')}
      data={states.map((value) => ({ value, label: label(value) }))}
      value={state}
      allowDeselect={false}
      onChange={(chosen) => {
        const next = states.find((value) => value === chosen);
        if (next !== undefined) onChange(next);
      }}
      className={classes['choice']}
      {...{ [`data-nf-${name}`]: state }}
    />
  );
}
