import addFormats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

/** A schema of an OpenAPI 3.1 document. */
export type Schema = Readonly<Record<string, unknown>>;

/** One call as the document describes it. */
export interface DescribedCall {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly parameters: readonly Schema[];
  readonly body: Schema | null;
  readonly statuses: readonly string[];
}

/** A document with its references followed and its answers judged. */
export interface ReadDocument {
  readonly calls: readonly DescribedCall[];
  follow(schema: Schema): Schema;
  /** What is wrong with an answer, or null; `type` is its content type, empty where there is no body. */
  contradiction(call: DescribedCall, status: number, type: string, body: unknown): string | null;
}

const METHODS = ['get', 'post', 'patch', 'delete'] as const;

type Tree = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Reads a document for tests that hold the server to it. */
export function readDocument(document: Schema): ReadDocument {
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  addFormats.default(ajv);
  ajv.addSchema({ ...document, $id: 'doc' });
  const follow = (schema: Schema): Schema =>
    typeof schema['$ref'] === 'string' ? follow(at(document, schema['$ref'].slice(2).split('/')) as Schema) : schema;
  const validators = new Map<string, ValidateFunction>();
  const validator = (pointer: string): ValidateFunction => {
    const known = validators.get(pointer) ?? ajv.compile({ $ref: `doc#${pointer}` });
    validators.set(pointer, known);
    return known;
  };
  return {
    calls: callsOf(document, follow),
    follow,
    contradiction({ method, path, statuses }, status, type, body) {
      if (!statuses.includes(String(status))) return `status ${status} is not described`;
      const below = ['paths', path, method.toLowerCase(), 'responses', String(status)];
      const content = (at(document, below) as Schema)['content'] as Schema | undefined;
      if (content === undefined) return type === '' ? null : `a body of ${type} is not described`;
      const kind = type.split(';')[0] ?? '';
      if (!Object.hasOwn(content, kind)) return `content type ${kind} is not described`;
      const validate = validator(`/${[...below, 'content', kind, 'schema'].map(escaped).join('/')}`);
      return validate(body) ? null : `${ajv.errorsText(validate.errors)} in ${JSON.stringify(body)}`;
    },
  };
}

function callsOf(document: Schema, follow: (schema: Schema) => Schema): readonly DescribedCall[] {
  return Object.entries(document['paths'] as Tree).flatMap(([path, item]) =>
    METHODS.filter((method) => method in item).map((method) => {
      const described = item[method] as Schema;
      const parameters = [
        ...((item['parameters'] ?? []) as Schema[]),
        ...((described['parameters'] ?? []) as Schema[]),
      ];
      const body = at(described, ['requestBody', 'content', 'application/json', 'schema']) as Schema | undefined;
      return {
        method: method.toUpperCase() as DescribedCall['method'],
        path,
        parameters: parameters.map(follow),
        body: body ?? null,
        statuses: Object.keys(described['responses'] as Schema),
      };
    }),
  );
}

function at(tree: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (node, key) => (typeof node === 'object' && node !== null ? (node as Schema)[key] : undefined),
    tree,
  );
}

function escaped(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}
