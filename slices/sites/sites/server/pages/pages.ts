import type * as z from 'zod';
import { userError } from '../../../../../contract/errors/errors.ts';
import {
  directionOf,
  type Language,
  type LocalizedText,
} from '../../../../../contract/languages.ts';
import type { MenuSection } from '../../../../../contract/menu.ts';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import { hostnameOf, siteChanged } from '../../../../../server/platform/sites/sites.ts';
import type { siteEndpoints } from '../../contract.ts';
import type { FoundSite } from '../find.ts';
import { siteTables } from '../tables.ts';
import { ownHostProblem, parsePageUrl } from './pageAddress.ts';

type PageBody = z.output<(typeof siteEndpoints)['createSitePage']['body']>;

export async function listPages(ctx: SignedInContext, site: FoundSite) {
  const rows = await siteTables(ctx)
    .selectFrom('site_page')
    .selectAll()
    .where('site_id', '=', site.id)
    .orderBy('position')
    .orderBy('created_at')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    section: row.section as MenuSection,
    icon: row.icon,
    kind: row.kind,
    url: row.url,
    html: row.html,
    isEnabled: row.is_enabled,
  }));
}

/**
 * Returns the stored columns of a page. Only the URL or the HTML is stored, depending on the page's
 * kind.
 * Throws `pageAddressRefused`.
 */
async function columnsOf(ctx: SignedInContext, body: PageBody, callerHost: string) {
  const url = body.kind === 'url' ? await requireFramable(ctx, body.url, callerHost) : '';
  return {
    title: JSON.stringify(body.title),
    section: body.section,
    icon: body.icon,
    kind: body.kind,
    url,
    html: body.kind === 'html' ? body.html : '',
    is_enabled: body.isEnabled,
  };
}

async function requireFramable(
  ctx: SignedInContext,
  input: string,
  callerHost: string,
): Promise<string> {
  const parsed = parsePageUrl(input);
  const addressError = (problem: LocalizedText) =>
    userError('pageAddressRefused', { address: input.slice(0, 200), problem }, 'url');
  if (parsed.problem !== null) throw addressError(parsed.problem);
  const publicUrl = ctx.services.config.publicUrl;
  const isOwn =
    parsed.host === hostnameOf(callerHost) ||
    (publicUrl !== undefined && parsed.host === new URL(publicUrl).hostname) ||
    (await siteTables(ctx)
      .selectFrom('site_host')
      .select('host')
      .where('host', '=', parsed.host)
      .executeTakeFirst()) !== undefined;
  if (isOwn) throw addressError(ownHostProblem);
  return parsed.url;
}

export async function createPage(
  ctx: SignedInContext,
  site: FoundSite,
  body: PageBody,
  callerHost: string,
): Promise<string> {
  const columns = await columnsOf(ctx, body, callerHost);
  const { id } = await siteTables(ctx)
    .insertInto('site_page')
    .values({ site_id: site.id, ...columns, created_at: ctx.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  ctx.note({ targetType: 'sitePage', targetId: id, after: body });
  await siteChanged(ctx, site.id);
  return id;
}

export async function changePage(
  ctx: SignedInContext,
  site: FoundSite,
  pageId: string,
  body: PageBody,
  callerHost: string,
): Promise<void> {
  const before = (await listPages(ctx, site)).find((page) => page.id === pageId);
  if (!before) throw userError('notFound', { what: 'page', id: pageId });
  await siteTables(ctx)
    .updateTable('site_page')
    .set(await columnsOf(ctx, body, callerHost))
    .where('id', '=', pageId)
    .execute();
  ctx.note({ targetType: 'sitePage', targetId: pageId, before, after: body });
  await siteChanged(ctx, site.id);
}

export async function removePage(
  ctx: SignedInContext,
  site: FoundSite,
  pageId: string,
): Promise<void> {
  const before = (await listPages(ctx, site)).find((page) => page.id === pageId);
  if (!before) throw userError('notFound', { what: 'page', id: pageId });
  await siteTables(ctx).deleteFrom('site_page').where('id', '=', pageId).execute();
  ctx.note({ targetType: 'sitePage', targetId: pageId, before });
  await siteChanged(ctx, site.id);
}

/** Returns an enabled page of the caller's own site. Throws `notFound` for any other page. */
export async function getEnabledPage(ctx: SignedInContext, pageId: string) {
  const row = await siteTables(ctx)
    .selectFrom('site_page')
    .selectAll()
    .where('id', '=', pageId)
    .where('site_id', '=', ctx.site.id)
    .where('is_enabled', '=', true)
    .executeTakeFirst();
  if (!row) throw userError('notFound', { what: 'page', id: pageId });
  return row;
}

export const titleOf = (titles: Record<string, string>, language: string): string =>
  titles[language] ?? Object.values(titles)[0] ?? '';

/**
 * The headers for a site's own HTML in a frame. It has an opaque origin and can run its scripts and
 * show images, but can't send requests or forms, or be framed outside the portal.
 */
export const pageHeaders = {
  'content-security-policy': [
    'sandbox allow-scripts allow-popups',
    "default-src 'none'",
    "script-src 'unsafe-inline'",
    "style-src 'unsafe-inline'",
    'img-src https: data:',
    'media-src https: data:',
    'font-src https: data:',
    "connect-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join('; '),
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'no-referrer',
} as const;

/**
 * Wraps HTML, which can be a fragment, in a complete document with the user's language and text
 * direction.
 */
export function pageDocument(
  row: { title: Record<string, string>; html: string },
  language: Language,
): string {
  const title = titleOf(row.title, language).replace(
    /[&<>"]/g,
    (character) => `&#${character.charCodeAt(0)};`,
  );
  const direction = directionOf(language);
  return `<!doctype html><html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${title}</title><style>body{margin:16px;font:15px/1.5 system-ui,sans-serif}</style></head><body>${row.html}</body></html>`;
}
