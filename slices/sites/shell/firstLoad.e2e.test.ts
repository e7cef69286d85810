import type { Request } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Visitor } from '../../../e2e/browser.ts';
import { type Harness, openHarness, withVisitor } from '../../../e2e/harness.ts';
import { openScreen, signInVisitor, untilIdle } from '../../../e2e/steps.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
  // Pages also receive events from shortly before they were generated, so wait until those of the
  // portal startup are older.
  const { events } = harness.app.portal.services;
  await vi.waitFor(() => expect(events.heardSince(Date.now() - quietMs)).toEqual([]), {
    timeout: 30_000,
    interval: 100,
  });
});
afterAll(() => harness.close());

/** Longer than the allowed clock difference between two processes. */
const quietMs = 3_000;
const maxCalls = 3;
const maxRequests = 10;

/** Returns all requests of the browser until the page is idle, including the page itself. */
async function requestsOf(visitor: Visitor, path: string): Promise<string[]> {
  const { page, address } = visitor;
  const requestedUrls: string[] = [];
  const note = (request: Request) => requestedUrls.push(request.url().replace(address, ''));
  page.on('request', note);
  await openScreen(visitor, path);
  await untilIdle(visitor);
  page.off('request', note);
  return requestedUrls;
}

it.each(['/servers', '/users', '/networks', '/hdlibrary', '/billing/history/invoices'])(
  'the first load of %s makes few requests',
  (path) =>
    withVisitor(harness, {}, async (visitor) => {
      await signInVisitor(visitor, harness.app.root);
      const requests = await requestsOf(visitor, path);
      const calls = requests.filter((address) => address.startsWith('/svc/'));
      expect(calls.length, requests.join('\n')).toBeLessThanOrEqual(maxCalls);
      expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(maxRequests);
    }),
);
