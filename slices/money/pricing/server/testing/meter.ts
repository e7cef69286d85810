import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Context } from '../../../../../server/platform/context.ts';
import {
  type DatabaseHandle,
  openDatabase,
} from '../../../../../server/platform/database/database.ts';
import { createTestDatabase } from '../../../../../server/platform/testing/postgres.ts';
import type { RequestedItem } from '../../rules.ts';
import { seedPriceList } from '../priceList.ts';
import { rating, spansOfMonth } from '../rating/rating.ts';
import type { Subject } from '../rating/spanPlans.ts';
import { setSpans } from '../rating/spans.ts';

/** A line of a month as calculated by the engine. */
export interface Line {
  item: string;
  exact: string;
  amount: string;
}

/**
 * A database with a site that sells at the default prices, a customer, and a manually controlled
 * clock.
 */
export interface Meter {
  handle: DatabaseHandle;
  siteId: string;
  ownerId: string;
  makeSite(timeZone: string, parentId?: string): Promise<string>;
  makeOwner(siteId?: string): Promise<string>;
  /** Creates a server of the customer without any metering. */
  subject(siteId?: string): Subject;
  contextAt(time: string | Date): Pick<Context, 'db' | 'clock' | 'actor' | 'site' | 'language'>;
  /** Sets the subject's items at the given time, in a separate transaction. */
  set(subject: Subject, time: string | Date, items: readonly RequestedItem[]): Promise<void>;
  /**
   * The lines of the subject in the month of `at`, counted up to `until`. `engine` replaces
   * `rating`.
   */
  lines(
    subjectId: string,
    at: string | Date,
    until: string | Date | null,
    engine?: typeof rating,
  ): Promise<Line[]>;
  close(): Promise<void>;
}

export async function startMeter(): Promise<Meter> {
  const database = await createTestDatabase();
  const handle = openDatabase(database.url, () => {});
  const { db } = handle;
  const makeSite = async (timeZone: string, parentId?: string): Promise<string> => {
    const id = randomUUID();
    const parent = parentId
      ? await db
          .selectFrom('site')
          .select('path')
          .where('id', '=', parentId)
          .executeTakeFirstOrThrow()
      : null;
    const path = parent ? `${parent.path}/${id}` : id;
    await sql`insert into site (id, parent_id, path, name, time_zone) values (${id}, ${parentId ?? null}, ${path}, 'Site', ${timeZone})`.execute(
      db,
    );
    return id;
  };
  const siteId = await makeSite('UTC');
  const makeOwner = async (ownSiteId = siteId): Promise<string> => {
    const id = randomUUID();
    await sql`insert into user_account (id, site_id, email) values (${id}, ${ownSiteId}, ${`${id}@example.test`})`.execute(
      db,
    );
    return id;
  };
  const ownerId = await makeOwner();
  await seedPriceList({ db }, siteId);
  const contextAt: Meter['contextAt'] = (time) => ({
    db,
    clock: { now: () => new Date(time) },
    actor: null,
    site: { id: siteId, path: siteId, timeZone: 'UTC' } as Context['site'],
    language: 'en',
  });
  return {
    ...{ handle, siteId, ownerId, makeSite, makeOwner, contextAt },
    subject: (ownSiteId = siteId) => ({
      type: 'server',
      id: randomUUID(),
      name: 'web',
      ownerId,
      siteId: ownSiteId,
    }),
    set: (subject, time, items) =>
      db
        .transaction()
        .execute((transaction) =>
          setSpans({ ...contextAt(time), db: transaction }, subject, items),
        ),
    lines: async (subjectId, at, until, engine = rating) => {
      const spans = spansOfMonth(
        { at: new Date(at), until: until === null ? null : new Date(until) },
        sql`span.subject_id = ${subjectId}`,
      );
      const { rows } = await sql<Line>`
        with ${engine(spans)} select item, trim_scale(exact)::text as exact, amount::text as amount from rated_line order by item, currency, owner_id`.execute(
        db,
      );
      return rows;
    },
    close: async () => {
      await handle.close();
      await database.drop();
    },
  };
}
