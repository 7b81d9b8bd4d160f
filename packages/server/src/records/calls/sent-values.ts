import {
  evaluate,
  type Expression,
  type Field,
  isDuration,
  isList,
  isManyReferences,
  isMap,
  isOneNamed,
  jsonGiven,
  type RecordValue,
  shortDecimal,
  type Scope,
  spanToWire,
  type Value,
  type Wire,
} from '@ninefold/model';

/** What an expression yields as other systems are sent it: a field of the record as the API answers it, everything else by its kind. */
export function sentValue(expression: Expression, scope: Scope, fields: Readonly<Record<string, Field>>): Wire {
  const field = ownField(expression, fields);
  if (field !== null) return shown(field, (scope.record as RecordValue)[field.id] ?? null); // an expression that reads it stands where a record is
  const value = evaluate(expression, scope);
  if (value === undefined) throw new Error(`the value ${expression.source} of a call cannot be decided`);
  return wireOf(value);
}

/** The field that an expression names and nothing else; null for every other expression. */
function ownField({ tree }: Expression, fields: Readonly<Record<string, Field>>): Field | null {
  if (tree?.node !== 'field' || tree.of.node !== 'variable' || tree.of.name !== 'record') return null;
  return Object.hasOwn(fields, tree.name) ? (fields[tree.name] ?? null) : null;
}

/** A record by its id and title, a value of JSON as itself, everything else as it is. */
function shown(field: Field, value: Wire): Wire {
  if (isOneNamed(field)) return named(value);
  if (isManyReferences(field)) return isList(value) ? value.map(named) : [];
  return jsonGiven({ [field.id]: field }, { [field.id]: value })[field.id] ?? null;
}

function named(value: Wire): Wire {
  if (!isMap(value)) return value;
  const { id = null, title } = value;
  return typeof title === 'string' ? { id, title } : { id };
}

/** Decimals are texts, so that no reader rounds them. */
function wireOf(value: Value): Wire {
  if (typeof value === 'bigint') return shortDecimal(value);
  if (isDuration(value)) return spanToWire(value);
  if (isList(value)) return value.map(wireOf);
  return isMap(value) ? named(value) : value;
}
