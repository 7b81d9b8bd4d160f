import fc from 'fast-check';
import type { DescribedCall, ReadDocument, Schema } from './document.ts';

/** One call as it is sent. */
export interface SentCall {
  readonly call: DescribedCall;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Ids of records that are there, by entity. */
export type Ids = ReadonlyMap<string, readonly string[]>;

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('', ' ', "'; DROP TABLE x; --", '\u0000', '😀', '__proto__', '-1e400', '9'.repeat(30), 'null'),
  fc.constantFrom<unknown>(null, true, -1, 1e300, [], {}, { id: 7 }, [null], { __proto__: null }),
);

const TEXTS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  date: fc.constantFrom('2026-03-05', '2026-12-31', '2028-02-29', '1999-01-01'),
  'date-time': fc.constantFrom('2026-03-05T09:30:00.000Z', '2026-10-25T00:30:00Z'),
};

/** Values that a schema describes, and now and then one that it does not. */
function valueFor(schema: Schema, document: ReadDocument, ids: Ids): fc.Arbitrary<unknown> {
  const known = ids.get(String(schema['x-ninefold-entity'])) ?? [];
  const described = fitting(document.follow(schema), document, ids);
  return fc.oneof(
    { weight: known.length === 0 ? 40 : 1, arbitrary: described },
    { weight: known.length === 0 ? 0 : 40, arbitrary: fc.constantFrom(...known, '') },
    { weight: 1, arbitrary: hostile },
  );
}

function fitting(schema: Schema, document: ReadDocument, ids: Ids): fc.Arbitrary<unknown> {
  const either = (schema['anyOf'] ?? schema['oneOf']) as readonly Schema[] | undefined;
  if (either) return fc.oneof(...either.map((one) => valueFor(one, document, ids)));
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]));
  const types = [schema['type'] ?? 'null'].flat().map(String);
  return fc.oneof(...types.map((type) => ofType(type, schema, document, ids)));
}

function ofType(type: string, schema: Schema, document: ReadDocument, ids: Ids): fc.Arbitrary<unknown> {
  switch (type) {
    case 'string':
      return textFor(schema);
    case 'integer':
      return fc.integer({ min: Number(schema['minimum'] ?? -5), max: Number(schema['maximum'] ?? 1000) });
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(valueFor((schema['items'] ?? {}) as Schema, document, ids), { maxLength: 3 });
    case 'object':
      return objectFor(schema, document, ids);
    default:
      return fc.constant(null);
  }
}

function textFor(schema: Schema): fc.Arbitrary<string> {
  const known = TEXTS[String(schema['format'])];
  if (known) return known;
  if (schema['pattern'] !== undefined) return fc.constantFrom('0', '12.50', '-3', '999999999999999.99');
  return fc.string({ maxLength: Math.min(60, Number(schema['maxLength'] ?? 60)) });
}

function objectFor(schema: Schema, document: ReadDocument, ids: Ids): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, Schema>>);
  const model = Object.fromEntries(properties.map(([name, each]) => [name, valueFor(each, document, ids)]));
  const required = ((schema['required'] ?? []) as string[]).filter((name) => name in model);
  return fc.record(model, { requiredKeys: required, noNullPrototype: true });
}

/** Calls of the document with addresses, parameters and bodies made from their schemas. */
export function sentCalls(document: ReadDocument, ids: Ids): fc.Arbitrary<SentCall> {
  return fc.constantFrom(...document.calls).chain((call) => {
    const given = call.parameters.filter((one) => one['in'] !== 'path');
    const values = given.map((one) => parameterFor(one, document, ids));
    const entity = call.path.split('/')[2] ?? '';
    return fc
      .record({
        id: idFor(ids.get(entity) ?? []),
        values: fc.tuple(...values),
        body: call.body === null ? fc.constant(undefined) : valueFor(call.body, document, ids),
      })
      .map(({ id, values: chosen, body }) => sent(call, given, { id, values: chosen, body }));
  });
}

function idFor(known: readonly string[]): fc.Arbitrary<string> {
  const unknown = fc.oneof(
    fc.string({ minLength: 1 }).filter((text) => !/^\.\.?$/.test(text)), // an address loses such parts on its way
    fc.uuid(),
  );
  return known.length === 0
    ? unknown
    : fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: unknown });
}

/** Mostly left out; else its example, or whatever its schema describes. */
function parameterFor(parameter: Schema, document: ReadDocument, ids: Ids): fc.Arbitrary<unknown> {
  const described = valueFor((parameter['schema'] ?? {}) as Schema, document, ids);
  const example = 'example' in parameter ? fc.constant(parameter['example']) : described;
  return fc.oneof(
    { weight: 12, arbitrary: fc.constant(null) },
    { weight: 3, arbitrary: example },
    { weight: 1, arbitrary: described },
  );
}

function sent(
  call: DescribedCall,
  given: readonly Schema[],
  { id, values, body }: { readonly id: string; readonly values: readonly unknown[]; readonly body: unknown },
): SentCall {
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  for (const [index, parameter] of given.entries()) {
    const value = values[index];
    if (value === null || value === undefined) continue;
    const written = typeof value === 'object' ? JSON.stringify(value) : String(value);
    if (parameter['in'] === 'query') query.set(String(parameter['name']), written.toWellFormed());
    else headers[String(parameter['name']).toLowerCase()] = written.replaceAll(/[^\x21-\x7e]/g, '');
  }
  const path = call.path.replace('{id}', encodeURIComponent(id.toWellFormed()));
  return { call, url: query.size === 0 ? path : `${path}?${query.toString()}`, headers, body };
}
