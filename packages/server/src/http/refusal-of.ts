import { Refusal } from '../refusal.ts';
import { storageFailure } from '../storage/failure.ts';

const FRAMEWORK: Readonly<Record<string, string>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'wrong_media_type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'not_json',
  FST_ERR_CTP_INVALID_JSON_BODY: 'not_json',
};

/** What was thrown, as an entry of the catalogue; `fault` for whatever nobody expected. `max`: how long a body may be. */
export function refusalOf(error: unknown, max = 0): Refusal {
  if (error instanceof Refusal) return error;
  if (typeof error !== 'object' || error === null) return new Refusal('fault', { cause: error });
  const failure = storageFailure(error);
  if (failure !== null) return new Refusal(failure, { cause: error });
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown };
  const framework = typeof code === 'string' && Object.hasOwn(FRAMEWORK, code) ? FRAMEWORK[code] : undefined;
  if (framework !== undefined)
    return new Refusal(framework, { params: framework === 'too_large' ? { max } : {}, cause: error });
  const expected = typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500;
  return new Refusal(expected ? 'bad_request' : 'fault', { cause: error });
}
