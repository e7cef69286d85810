import { sql } from 'kysely';
import { may } from '../../../server/platform/access/scope.ts';
import type { Context } from '../../../server/platform/context.ts';
import type { Texts } from '../../../server/platform/tasks/task.ts';
import { listBuilders } from './builders.ts';
import { openDatacenters } from './engines.ts';
import { imageTables } from './store.ts';

/** An image that this machine would build and cannot. */
export interface ImageNews {
  id: string;
  severity: 'warning';
  text: Texts;
  /** The exact line that mends it. */
  remedy: string | null;
  path: string;
}

interface Obstacle {
  code: string;
  problem: string;
  remedy: string | null;
}

const askEveryMs = 30_000;
let asked: { at: number; obstacles: Promise<{ code: string; obstacle: string | null }[]> } | null = null;

/** What keeps this machine from building each image; asked of the machine twice a minute at most. */
async function obstacles(): Promise<{ code: string; obstacle: string | null }[]> {
  if (!asked || performance.now() - asked.at > askEveryMs) {
    const each = listBuilders().map(async (builder) => ({ code: builder.code, obstacle: await builder.obstacle() }));
    asked = { at: performance.now(), obstacles: Promise.all(each) };
  }
  return await asked.obstacles;
}

/**
 * What root should read while the images that real servers are first made of cannot be built on this machine; nothing once there is an
 * image that was not built by what works here.
 */
export async function imageNews(ctx: Context): Promise<ImageNews[]> {
  if (!may(ctx, 'hosts.view')) return [];
  const all = await obstacles();
  const missing = all.flatMap(({ code, obstacle }): Obstacle[] => (obstacle === null ? [] : [{ code, ...inParts(obstacle) }]));
  if (missing.length === 0 || (await openDatacenters(ctx)).real.length === 0) return [];
  const works = all.filter(({ obstacle }) => obstacle === null).map(({ code }) => code);
  const images = imageTables(ctx.db).selectFrom('image').where('owner_id', 'is', null);
  const other = await images
    .select('id')
    .where('state', '=', 'ready')
    .where(sql<boolean>`code <> all(${works}::text[])`)
    .limit(1)
    .executeTakeFirst();
  if (other) return [];
  const names = await images
    .select(['code', 'name'])
    .where(sql<boolean>`code = any(${missing.map(({ code }) => code)}::text[])`)
    .execute();
  return missing.flatMap(({ code, problem, remedy }) => {
    const name = names.find((image) => image.code === code)?.name;
    return name === undefined
      ? []
      : [{ id: `image.${code}.notBuilt`, severity: 'warning', text: notBuilt(name, problem), remedy, path: '/hdlibrary' }];
  });
}

const notBuilt = (name: string, problem: string): Texts => ({
  en: `The image ${name} is not built on this machine. ${problem} Afterwards build it on the page of images.`,
  he: `התמונה ${name} אינה נבנית במחשב זה. ${problem} לאחר מכן יש לבנות אותה בעמוד התמונות.`,
});

/** `… Run: <line>` → the words and the line. */
function inParts(obstacle: string): { problem: string; remedy: string | null } {
  const [problem = '', remedy = null] = obstacle.split(/ Run: /);
  return { problem, remedy };
}
