import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import { userError } from '../../../../../contract/errors/errors.ts';
import type { Context, SignedInContext } from '../../../../../server/platform/context.ts';
import type { FoundSite } from '../find.ts';
import { siteTables } from '../tables.ts';
import { parsePicture } from './pictureType.ts';

/** The maximum number of images of a site that no look uses. The oldest are deleted first. */
const maxUnused = 20;

/** Stores an image. Storing the same image again returns the same row. Throws `pictureRefused`. */
export async function storePicture(ctx: SignedInContext, site: FoundSite, base64: string) {
  const picture = parsePicture(base64);
  if (picture.problem !== null)
    throw userError('pictureRefused', { problem: picture.problem }, 'content');
  const { type, content } = picture;
  const digest = createHash('sha256').update(content).digest();
  const { id } = await siteTables(ctx)
    .insertInto('site_picture')
    .values({ site_id: site.id, digest, type, content, created_at: ctx.clock.now() })
    .onConflict((conflict) =>
      conflict.columns(['site_id', 'digest']).doUpdateSet({ created_at: ctx.clock.now() }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    delete from site_picture p where p.id in (
      select p.id from site_picture p
      where p.site_id = ${site.id} and p.id <> ${id} and not exists (
        select from site_look l where l.site_id = p.site_id and (l.look->>'logo' = p.id::text or l.look->>'favicon' = p.id::text)
      ) order by p.created_at desc offset ${maxUnused - 1})`.execute(ctx.db);
  ctx.note({
    targetType: 'site',
    targetId: site.id,
    after: { picture: id, type, bytes: content.length },
  });
  return { id, type, bytes: content.length };
}

export async function readSitePicture(
  ctx: Context,
  siteId: string,
  pictureId: string,
): Promise<{ type: string; content: Buffer }> {
  const row = await siteTables(ctx)
    .selectFrom('site_picture')
    .select(['type', 'content'])
    .where('site_id', '=', siteId)
    .where('id', '=', pictureId)
    .executeTakeFirst();
  if (!row) throw userError('notFound', { what: 'picture', id: pictureId });
  return row;
}

/**
 * Sends an image. An SVG can contain scripts, which must not run on the portal's host, even if the
 * image is opened directly.
 */
export function sendPicture(
  reply: FastifyReply,
  picture: { type: string; content: Buffer },
  name: string,
): FastifyReply {
  const extension = { 'image/png': 'png', 'image/jpeg': 'jpg' }[picture.type] ?? 'svg';
  return reply
    .type(picture.type)
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    .header('content-disposition', `inline; filename="${name}.${extension}"`)
    .send(picture.content);
}
