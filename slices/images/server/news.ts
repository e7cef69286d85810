import { sql } from 'kysely';
import type { LocalizedText } from '../../../contract/languages.ts';
import { may } from '../../../server/platform/access/scope.ts';
import type { Context } from '../../../server/platform/context.ts';
import { localize } from '../texts/localize.ts';
import type { ImageBuilder } from './catalog/builders.ts';
import { openDatacenters } from './engines.ts';
import { imageTables } from './store.ts';

/** An image that this machine would build and cannot. */
export interface ImageNews {
  id: string;
  severity: 'warning';
  text: LocalizedText;
  /** The exact command that fixes it. */
  remedy: string | null;
  path: string;
}

interface Obstacle {
  code: string;
  problem: string;
  remedy: string | null;
}

const askEveryMs = 30_000;
/** What each builder said when it was asked last. */
const said = new WeakMap<ImageBuilder, { at: number; obstacle: Promise<string | null> }>();

/** What keeps this machine from building an image; asked of the machine twice a minute at most. */
async function obstacleOf(
  builder: ImageBuilder,
): Promise<{ code: string; obstacle: string | null }> {
  let last = said.get(builder);
  if (!last || performance.now() - last.at > askEveryMs) {
    last = { at: performance.now(), obstacle: builder.obstacle() };
    said.set(builder, last);
  }
  return { code: builder.code, obstacle: await last.obstacle };
}

/**
 * What root should read while the images that real servers are first made of cannot be built on
 * this machine; nothing once there is an image that was not built by what works here.
 */
export async function imageNews(ctx: Context): Promise<ImageNews[]> {
  if (!may(ctx, 'hosts.view')) return [];
  const all = await Promise.all(ctx.services.ports.imageBuilders.map(obstacleOf));
  const missing = all.flatMap(({ code, obstacle }): Obstacle[] =>
    obstacle === null ? [] : [{ code, ...inParts(obstacle) }],
  );
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
      : [
          {
            id: `image.${code}.notBuilt`,
            severity: 'warning',
            text: notBuilt(name, problem),
            remedy,
            path: '/hdlibrary',
          },
        ];
  });
}

const notBuilt = (name: string, problem: string): LocalizedText =>
  localize('notBuilt', { name, problem });

/** `… Run: <line>` → the message and the command line. */
function inParts(obstacle: string): { problem: string; remedy: string | null } {
  const [problem = '', remedy = null] = obstacle.split(/ Run: /);
  return { problem, remedy };
}
