import { isList, isMap } from '@ninefold/model';
import { hashOf } from '../sessions/token.ts';
import type { SentryEvent } from './envelope.ts';

/** The frames that tell one fault from another; the innermost are the last. */
const FRAMES = 3;

/** More than any cause needs. */
const LONGEST = 10_000;

/**
 * What events of one cause have in common, as a short text: the fingerprint that the client gives, else type, message
 * without its numbers, and the innermost frames.
 */
export function fingerprintOf(event: SentryEvent): string {
  const given = listOf(event['fingerprint']).filter((part) => typeof part === 'string' && part !== '{{ default }}');
  const parts = given.length > 0 ? given : causeOf(event);
  return hashOf(JSON.stringify(parts).slice(0, LONGEST));
}

/** How often the fault of an event happened, as the client counted it. */
export function timesOf(event: SentryEvent): number {
  const { tags } = event;
  const times = isMap(tags) ? Number(tags['times']) : 1;
  return Number.isSafeInteger(times) && times >= 1 && times <= 1_000_000 ? times : 1;
}

function causeOf(event: SentryEvent): readonly unknown[] {
  const exceptions = listOf(isMap(event['exception']) ? event['exception']['values'] : null).filter((one) =>
    isMap(one),
  );
  if (exceptions.length === 0) return [plain(event['message']), plain(event['logger'])];
  return exceptions.flatMap((one) => {
    const frames = listOf(isMap(one['stacktrace']) ? one['stacktrace']['frames'] : null).filter((frame) =>
      isMap(frame),
    );
    return [
      one['type'],
      plain(one['value']),
      ...frames.slice(-FRAMES).map((frame) => [frame['filename'], frame['function']]),
    ];
  });
}

function plain(text: unknown): string {
  return typeof text === 'string' ? text.replaceAll(/\d+/g, '0') : '';
}

function listOf(value: unknown): readonly unknown[] {
  return isList(value) ? value : [];
}
