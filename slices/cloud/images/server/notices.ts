import { sql } from 'kysely';
import type { LocalizedText } from '../../../../contract/languages.ts';
import { hasPermission } from '../../../../server/platform/access/scope.ts';
import type { Context } from '../../../../server/platform/context.ts';
import type { Notice } from '../../../../server/platform/dashboard/hooks.ts';
import { localize } from '../texts/localize.ts';
import type { ImageBuilder } from './catalog/builders.ts';
import { openDatacenters } from './preparation/engines.ts';
import { imageTables } from './store.ts';

interface Obstacle {
  code: string;
  problem: string;
  remedy: string | null;
}

const pollMs = 30_000;
/** The last obstacle reported by each builder. */
const obstacleCache = new WeakMap<ImageBuilder, { at: number; obstacle: Promise<string | null> }>();

/** What prevents this machine from building an image. Checked at most twice a minute. */
async function obstacleOf(
  builder: ImageBuilder,
): Promise<{ code: string; obstacle: string | null }> {
  let last = obstacleCache.get(builder);
  if (!last || performance.now() - last.at > pollMs) {
    last = { at: performance.now(), obstacle: builder.obstacle() };
    obstacleCache.set(builder, last);
  }
  return { code: builder.code, obstacle: await last.obstacle };
}

/**
 * Notices for root while this machine can't build the images used for the first real servers. Empty
 * if another catalog image is ready.
 */
export async function imageNotices(ctx: Context): Promise<Notice[]> {
  if (!hasPermission(ctx, 'hosts.view')) return [];
  const all = await Promise.all(ctx.services.ports.imageBuilders.map(obstacleOf));
  const missing = all.flatMap(({ code, obstacle }): Obstacle[] =>
    obstacle === null ? [] : [{ code, ...splitObstacle(obstacle) }],
  );
  if (missing.length === 0 || (await openDatacenters(ctx)).real.length === 0) return [];
  const usableBuilders = all.filter(({ obstacle }) => obstacle === null).map(({ code }) => code);
  const images = imageTables(ctx.db).selectFrom('image').where('owner_id', 'is', null);
  const other = await images
    .select('id')
    .where('state', '=', 'ready')
    .where(sql<boolean>`code <> all(${usableBuilders}::text[])`)
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
      : [
          {
            id: `image.${code}.notBuilt`,
            severity: 'warning',
            text: buildFailed(name, problem),
            remedy,
            path: '/hdlibrary',
          },
        ];
  });
}

const buildFailed = (name: string, problem: string): LocalizedText =>
  localize('notBuilt', { name, problem });

/** Splits `… Run: <line>` into the message and the command line. */
function splitObstacle(obstacle: string): { problem: string; remedy: string | null } {
  const [problem = '', remedy = null] = obstacle.split(/ Run: /);
  return { problem, remedy };
}
