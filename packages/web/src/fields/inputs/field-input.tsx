import type { Field } from '@ninefold/model';
import { Boundary } from '../../kit/messages/boundary.tsx';
import type { InputProps } from '../contract/input-kind.ts';
import { inputOf } from './registry.ts';

/** The control of a field's type. */
export function FieldInput(props: InputProps<Field>) {
  const { field, place, value } = props;
  const { Input } = inputOf(field);
  return (
    <Boundary place={{ part: 'input', entity: place.entity, field: field.id }} again={value}>
      <Input {...props} />
    </Boundary>
  );
}
