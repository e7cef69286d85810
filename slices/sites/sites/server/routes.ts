import type { FastifyReply } from 'fastify';
import { routes } from '../../../../server/platform/http/routes.ts';
import { siteEndpoints } from '../contract.ts';
import { inviteAdmin, listAdmins } from './admins.ts';
import { publishLook, readLook, rollBack } from './branding/branding.ts';
import { readFavicon } from './branding/favicon.ts';
import { previewHeaders, previewMail } from './branding/mailPreview.ts';
import { readSitePicture, sendPicture, storePicture } from './branding/pictures.ts';
import { createSite } from './create.ts';
import { findSite } from './find.ts';
import {
  checkHost,
  claimHost,
  hostnameState,
  releaseHost,
  requireCallerHost,
} from './hosts/hosts.ts';
import { getSite, listSites } from './list.ts';
import { listContents, listVersions, readContent, writeContent } from './pages/contents.ts';
import {
  changePage,
  createPage,
  getEnabledPage,
  listPages,
  pageDocument,
  pageHeaders,
  removePage,
  titleOf,
} from './pages/pages.ts';
import { readRemoteLogin, remoteLogin, renewToken, writeRemoteLogin } from './remoteLogin.ts';
import { readSiteSettings, writeSiteSettings } from './settings.ts';
import { resumeSite, suspendSite } from './suspension.ts';

const sendHtml = (
  reply: FastifyReply,
  headers: Record<string, string>,
  html: string,
): FastifyReply => reply.headers(headers).type('text/html; charset=utf-8').send(html);

const faviconCacheSeconds = 3600;

export const siteRoutes = routes(siteEndpoints, {
  listSites: (ctx, { query }) => listSites(ctx, query),
  createSite: (ctx, { body }) => createSite(ctx, body),
  getSite: async (ctx, { params }) => await getSite(ctx, await findSite(ctx, params.siteHost)),
  hostState: (ctx, { query }) => hostnameState(ctx, query.host),
  getSiteSettings: async (ctx, { params }) =>
    await readSiteSettings(ctx, await findSite(ctx, params.siteHost)),
  updateSiteSettings: async (ctx, { params, body }) =>
    writeSiteSettings(ctx, await findSite(ctx, params.siteHost), body),
  createSiteHost: async (ctx, { params, body, request }) => {
    const site = await findSite(ctx, params.siteHost);
    await requireCallerHost(ctx, site, body.host, request.host);
    return await claimHost(ctx, site, body.host);
  },
  checkSiteHost: async (ctx, { params, body }) =>
    await checkHost(ctx, await findSite(ctx, params.siteHost), body.host),
  deleteSiteHost: async (ctx, { params, request }) =>
    releaseHost(ctx, await findSite(ctx, params.siteHost), params.host, request.host),
  suspendSite: async (ctx, { params }) => ({
    sessionsEnded: await suspendSite(ctx, await findSite(ctx, params.siteHost)),
  }),
  resumeSite: async (ctx, { params }) => resumeSite(ctx, await findSite(ctx, params.siteHost)),
  getSiteRemoteLogin: async (ctx, { params }) =>
    await readRemoteLogin(ctx, await findSite(ctx, params.siteHost)),
  updateSiteRemoteLogin: async (ctx, { params, body }) =>
    await writeRemoteLogin(ctx, await findSite(ctx, params.siteHost), body),
  renewSiteToken: async (ctx, { params }) => ({
    token: await renewToken(ctx, await findSite(ctx, params.siteHost)),
  }),
  remoteLogin: (ctx, { body }) => remoteLogin(ctx, body),
  listSitePages: async (ctx, { params }) => ({
    items: await listPages(ctx, await findSite(ctx, params.siteHost)),
  }),
  createSitePage: async (ctx, { params, body, request }) => ({
    id: await createPage(ctx, await findSite(ctx, params.siteHost), body, request.host),
  }),
  updateSitePage: async (ctx, { params, body, request }) =>
    changePage(ctx, await findSite(ctx, params.siteHost), params.pageId, body, request.host),
  deleteSitePage: async (ctx, { params }) =>
    removePage(ctx, await findSite(ctx, params.siteHost), params.pageId),
  getExternalPage: async (ctx, { params }) => {
    const page = await getEnabledPage(ctx, params.pageId);
    const address = page.kind === 'url' ? page.url : `/svc/sites/page/${page.id}`;
    return { id: page.id, title: titleOf(page.title, ctx.language), kind: page.kind, address };
  },
  showSitePage: async (ctx, { params, reply }) =>
    sendHtml(
      reply,
      pageHeaders,
      pageDocument(await getEnabledPage(ctx, params.pageId), ctx.language),
    ),
  userWelcomePage: async (ctx) => ({ html: (await readContent(ctx, 'welcome'))?.html ?? '' }),
  getSiteContents: async (ctx, { params }) =>
    await listContents(ctx, await findSite(ctx, params.siteHost)),
  getSiteContentVersions: async (ctx, { params }) => ({
    items: await listVersions(
      ctx,
      await findSite(ctx, params.siteHost),
      params.name,
      params.language,
    ),
  }),
  updateSiteContent: async (ctx, { params, body }) => ({
    version: await writeContent(
      ctx,
      await findSite(ctx, params.siteHost),
      params.name,
      params.language,
      body.body,
    ),
  }),
  getSiteLook: async (ctx, { params }) => ({
    ...(await readLook(ctx, await findSite(ctx, params.siteHost))),
    entries: ctx.services.slices.menu.map(({ id, icon, title }) => ({ id, icon, title })),
  }),
  publishSiteLook: async (ctx, { params, body }) => ({
    version: await publishLook(ctx, await findSite(ctx, params.siteHost), body.look, body.note),
  }),
  rollBackSiteLook: async (ctx, { params, body }) => ({
    version: await rollBack(ctx, await findSite(ctx, params.siteHost), body.version),
  }),
  uploadSitePicture: async (ctx, { params, body }) =>
    await storePicture(ctx, await findSite(ctx, params.siteHost), body.content),
  sitePicture: async (ctx, { params, reply }) => {
    const site = await findSite(ctx, params.siteHost);
    return sendPicture(reply, await readSitePicture(ctx, site.id, params.pictureId), 'picture');
  },
  siteFavicon: async (ctx, { query, reply }) => {
    const picture = await readFavicon(ctx);
    // Browsers request the favicon on every screen. Its URL in the page changes with the theme
    // version.
    if (query.v !== undefined)
      reply.header('cache-control', `public, max-age=${faviconCacheSeconds}`);
    return sendPicture(reply, picture, 'favicon');
  },
  previewSiteMail: async (ctx, { params, query, reply }) =>
    sendHtml(
      reply,
      previewHeaders,
      await previewMail(ctx, await findSite(ctx, params.siteHost), query),
    ),
  getSiteAdmins: async (ctx, { params }) => ({
    items: await listAdmins(ctx, await findSite(ctx, params.siteHost)),
  }),
  inviteSiteAdmin: async (ctx, { params, body }) =>
    await inviteAdmin(ctx, await findSite(ctx, params.siteHost), body),
});
