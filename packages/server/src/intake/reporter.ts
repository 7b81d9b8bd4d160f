import { randomUUID } from 'node:crypto';
import { writeEnvelope, type SentryEvent } from './envelope.ts';
import type { Dsn } from './dsn.ts';
import type { FaultAnswer } from '@ninefold/model';
import type { FaultStore } from './fault-store.ts';
import { membersWithoutSecrets } from './without-secrets.ts';

type From = { readonly source: FaultAnswer['source']; readonly user: string | null };

/** Receives faults and stores them in our own table, or passes them on to another service. */
export interface Reporter {
  /** An event that a client sent. */
  take(event: SentryEvent, from: From): Promise<void>;
  /** A defect of this server; never throws and never delays an answer. */
  report(
    error: unknown,
    request: { readonly id: string; readonly method: string; readonly route: string; readonly user: string | null },
  ): void;
}

interface Needs {
  readonly faults: FaultStore;
  /** Another service that gets everything instead. */
  readonly elsewhere: Dsn | null;
  readonly log: (line: string) => void;
}

const PATIENCE_MS = 5000;

export function createReporter({ faults, elsewhere, log }: Needs): Reporter {
  const take: Reporter['take'] = async (event, from) => {
    const clean = membersWithoutSecrets(event);
    if (elsewhere) await post(elsewhere, clean);
    else await faults.add(clean, from);
  };
  return {
    take,
    report: (error, { id, method, route, user }) => {
      log(`fault ${id} ${method} ${route}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      const event = eventOf(error, { request_id: id, method, route });
      take(event, { source: 'server', user }).catch((reason: unknown) =>
        log(`fault ${id} could not be reported: ${String(reason)}`),
      );
    },
  };
}

async function post(elsewhere: Dsn, event: SentryEvent): Promise<void> {
  const body = writeEnvelope(event, new Date().toISOString());
  const headers = { 'content-type': 'application/x-sentry-envelope' };
  const answer = await fetch(elsewhere.envelopes, {
    method: 'POST',
    headers,
    body,
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  if (!answer.ok) throw new Error(`the error-reporting service answered ${String(answer.status)}`);
}

/** A Sentry event (https://develop.sentry.dev/sdk/data-model/event-payloads/) for an exception of this server. */
function eventOf(error: unknown, tags: Readonly<Record<string, string>>): SentryEvent {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  return {
    event_id: randomUUID().replaceAll('-', ''),
    timestamp: Date.now() / 1000,
    platform: 'node',
    level: 'error',
    tags,
    exception: { values: [{ type: name, value: message, stacktrace: { frames: framesOf(stack ?? '') } }] },
  };
}

/** Outermost call first, as the protocol wants it. */
function framesOf(stack: string): readonly { function: string; filename: string; lineno: number; colno: number }[] {
  const lines = [...stack.matchAll(/^\s+at (?:(.+?) \()?(?:file:\/\/)?(.+?):(\d+):(\d+)\)?$/gm)];
  return lines
    .map(([, call, filename, line, column]) => ({
      function: call ?? '?',
      filename: filename ?? '?',
      lineno: Number(line),
      colno: Number(column),
    }))
    .reverse();
}
