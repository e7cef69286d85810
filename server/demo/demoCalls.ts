import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { type Answer, ApiClient } from '../apiClient.ts';
import { shiftClock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { Portal } from '../portal.ts';
import { demoPassword } from './company.ts';

const dayMs = 86_400_000;
const usualBrowser = 'Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0';
const taskLimitMs = 60_000;

/** The caller, including its IP address and device. */
export interface Visitor {
  email: string;
  /** The hostname of the site. */
  host?: string;
  ip?: string;
  userAgent?: string;
  password?: string;
}

/** A client signed in as a demo user. */
export async function demoClient(portal: Portal, visitor: Visitor): Promise<ApiClient> {
  const client = new ApiClient(
    `http://${visitor.host ?? 'localhost'}`,
    injectedFetch(portal.app, visitor),
  );
  await client.signIn(visitor.email, visitor.password ?? demoPassword);
  return client;
}

/** Runs the work with the clock set back by the given number of days. */
export async function daysAgo<T>(days: number, work: () => Promise<T>): Promise<T> {
  shiftClock(-days * dayMs);
  try {
    return await work();
  } finally {
    shiftClock(0);
  }
}

/**
 * Returns the body of the response. Throws if the call failed, so that the demo data has no gaps.
 */
export function requireOk<T>(answer: Answer<T>): T {
  if (answer.status !== 200 || answer.body.errors)
    throw new Error(`The demonstration could not be filled: ${answer.text}`);
  return answer.body;
}

export async function waitForTask(db: Database, cmdId: number): Promise<void> {
  const deadline = performance.now() + taskLimitMs;
  while (performance.now() < deadline) {
    const { rows } = await sql<{
      exit_code: number | null;
    }>`select exit_code from task where id = ${cmdId}`.execute(db);
    if (rows[0]?.exit_code === 0) return;
    if (rows[0]?.exit_code !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`Task ${cmdId} of the demonstration did not succeed.`);
}

/** Calls the portal within this process, before it listens on a port. */
const injectedFetch =
  (app: FastifyInstance, { ip, userAgent }: Visitor): typeof fetch =>
  async (input, init) => {
    const url = new URL(String(input));
    const answer = await app.inject({
      method: (init?.method ?? 'GET') as 'GET',
      url: url.pathname + url.search,
      headers: {
        ...(init?.headers as Record<string, string>),
        'user-agent': userAgent ?? usualBrowser,
        host: url.host,
      },
      ...(ip ? { remoteAddress: ip } : {}),
      ...(init?.body ? { payload: String(init.body) } : {}),
    });
    const headers = new Headers();
    for (const [name, value] of Object.entries(answer.headers))
      for (const entry of [value].flat())
        if (entry !== undefined) headers.append(name, String(entry));
    return new Response(answer.rawPayload.length > 0 ? new Uint8Array(answer.rawPayload) : null, {
      status: answer.statusCode,
      headers,
    });
  };
