import { Input } from '@mantine/core';
import { ChevronsUpDown } from 'lucide-react';
import { useId } from 'react';

interface SmallSelectProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly text: string }[];
  readonly className: string | undefined;
  readonly onChange: (value: string) => void;
}

/** A native choice of one behind its label, for what steers a list. */
export function SmallSelect({ label, value, options, className, onChange }: SmallSelectProps) {
  const id = useId();
  return (
    <span className={className}>
      <label htmlFor={id}>{label}</label>
      <Input
        component="select"
        id={id}
        size="xs"
        pointer
        rightSection={<ChevronsUpDown size={14} aria-hidden />}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </Input>
    </span>
  );
}
