import type { FastifyInstance } from 'fastify';

/** What came back. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string;
  readonly bytes: Buffer;
  /** The body as JSON. */
  readonly json: unknown;
}

/** What a call sends beside its address. */
export interface Sent {
  /** Sent as JSON, or as it is when it is text or bytes. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** False: without the anti-forgery header. */
  readonly xsrf?: boolean;
}

/** A browser as the server sees it: keeps cookies and sends the anti-forgery header. */
export interface Browser {
  readonly cookies: Map<string, string>;
  call(
    method: 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
    url: string,
    sent?: Sent,
  ): Promise<Answer>;
  signIn(email: string, password: string): Promise<Answer>;
}

/** A new browser for an application of this name. */
export function createBrowser(app: FastifyInstance, name: string): Browser {
  const cookies = new Map<string, string>();
  const call: Browser['call'] = async (method, url, { body, headers = {}, xsrf = true } = {}) => {
    const token = cookies.get(`${name}_xsrf`);
    const answer = await app.inject({
      method,
      url,
      remoteAddress: '127.0.0.1',
      headers: {
        host: 'localhost:4900',
        accept: 'application/json',
        cookie: [...cookies].map(([key, value]) => `${key}=${value}`).join('; '),
        ...(xsrf && token !== undefined ? { 'x-xsrf-token': token } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
    });
    for (const { name: key, value } of answer.cookies) cookies.set(key, value);
    return {
      status: answer.statusCode,
      headers: answer.headers as Answer['headers'],
      text: answer.body,
      bytes: answer.rawPayload,
      get json(): unknown {
        return JSON.parse(answer.body);
      },
    };
  };
  return {
    cookies,
    call,
    signIn: async (email, password) => {
      await call('GET', '/_/session');
      return call('POST', '/_/session', { body: { email, password } });
    },
  };
}
