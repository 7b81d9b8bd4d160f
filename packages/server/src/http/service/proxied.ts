import type { IncomingHttpHeaders } from 'node:http';

/** Headers that proxies, load balancers and content networks add to a request; no browser and no command-line client sends them by itself. */
const OF_PROXIES = [
  /^(?:via|forwarded|cdn-loop|true-client-ip|client-ip|front-end-https|proxy-.*)$/,
  /^x-(?:forwarded|real|original|rewrite|envoy|cluster-client|client|proxy|proxyuser|remote|host|scheme|url-scheme)(?:-.*)?$/,
  /^x-(?:amzn?|amz-cf|azure|arr|appengine|google|cloud|github|gitpod|vercel|nf|railway|varnish|cache|haproxy|sendfile|accel)(?:-.*)?$/,
  /^(?:cf|fastly|fly|akamai|incap|ngrok|x-ngrok|tailscale|cloudfront)-/,
];

/** Whether a request came through a proxy, as far as its headers show. */
export function isProxied(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some((name) => OF_PROXIES.some((pattern) => pattern.test(name)));
}
