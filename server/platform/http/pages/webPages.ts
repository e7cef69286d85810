import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import type { Site, SiteDirectory } from '../../sites/sites.ts';
import { languageOf } from '../callContext.ts';
import { sendText } from '../compression.ts';
import { sessionCookie } from '../cookies.ts';
import { isLocalCaller } from '../localCaller.ts';
import type { RejectOtherMethod } from '../otherMethods.ts';
import { unknownRoute } from '../responses/errorResponse.ts';
import { PageTemplate } from './pageTemplate.ts';
import type { LoadFirstAnswers, PreloadedAnswers } from './preloadedAnswers.ts';
import { type PageHosts, pagePolicy } from './securityHeaders.ts';

/** Programs request the root path as a health check, while browsers expect the page. */
export const isReadinessProbe = ({ method, url, headers }: FastifyRequest): boolean =>
  method === 'GET' && url === '/' && headers.accept === 'application/json';
export const readyAnswer = { ready: true };

/** Responds to a request with the app page. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

interface PageParts {
  sites: SiteDirectory;
  config: Config;
  /** Origins that a site's pages can access in addition to our own. Null: none. */
  hostsBeside(site: Site): Promise<PageHosts | null>;
  readFirstAnswers: LoadFirstAnswers;
}

/**
 * Builds the page, including the site's theme, so that the first paint is correct without a call.
 */
export function pageOf(
  webDir: string,
  { sites, config, hostsBeside, readFirstAnswers }: PageParts,
): SendPage {
  const page = new PageTemplate(webDir);
  return async (request, reply) => {
    const nonce = randomBytes(16).toString('base64');
    const { site, isAway } = await sites.forLook(request.host, isLocalCaller(request));
    const hosts = isAway ? null : await hostsBeside(site);
    reply.header(
      'content-security-policy',
      `${pagePolicy(nonce, hosts)}; frame-src ${framesOf(site, hosts)}`,
    );
    reply.header('cache-control', 'no-store');
    const first = isAway ? null : await readFirstAnswers(request);
    const text = await fillPage(page, nonce, request, {
      site,
      isAway,
      isCounted: hosts !== null,
      config,
      first,
    });
    return await sendText(request, reply.type('text/html; charset=utf-8'), text);
  };
}

interface WebParts {
  sendPage: SendPage;
  refuseOtherMethod: RejectOtherMethod;
}

/**
 * Serves the built web app. Files under `assets/` have their digest in their name and are cached
 * permanently. Every other path returns the app page.
 */
export async function serveWeb(
  app: FastifyInstance,
  webDir: string,
  parts: WebParts,
): Promise<void> {
  await app.register(fastifyStatic, {
    root: join(webDir, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: 31_536_000_000,
    index: false,
  });
  app.setNotFoundHandler(async (request, reply) => {
    if (isReadinessProbe(request)) return reply.send(readyAnswer);
    parts.refuseOtherMethod(request, reply);
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !/^\/(svc|service|server|assets)(\/|$|\?)/.test(request.url);
    if (!isPage) throw unknownRoute(request.method, request.url);
    return await parts.sendPage(request, reply);
  });
}

/** Allowed frames: sandboxed previews, our own pages, and the hosts listed in the site's pages. */
const framesOf = (site: Site, hosts: PageHosts | null): string =>
  [
    "'self'",
    ...new Set([...site.pages.flatMap(({ origin }) => origin ?? []), ...(hosts?.frames ?? [])]),
  ].join(' ');

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

interface PageContent {
  site: Site;
  isAway: boolean;
  isCounted: boolean;
  config: Config;
  first: PreloadedAnswers | null;
}

async function fillPage(
  page: PageTemplate,
  nonce: string,
  request: FastifyRequest,
  { site, isAway, isCounted, config, first }: PageContent,
): Promise<string> {
  const { systemName, copyright, theme, hasLogo, languages, viewMode, lookVersion, timeZone } =
    site;
  const bootstrap = {
    site: { systemName, copyright, theme, hasLogo, languages, viewMode, lookVersion, timeZone },
    language: languageOf(request, site),
    dev: config.development,
    isAway,
    isCounted,
    writtenAt: Date.now(),
    first,
  };
  // A `<` in a site's text could close the surrounding script element.
  const json = JSON.stringify(bootstrap).replaceAll('<', '\\u003c');
  // Only users who seem to be signed in can open a console screen.
  const isSignedIn = sessionCookie(request, config) !== undefined;
  const { text, links } = await page.read(new URL(request.url, 'http://page').pathname, isSignedIn);
  return text
    .replaceAll('{{nonce}}', nonce)
    .replace('{{bootstrap}}', () => json)
    .replace('<title>Cloud</title>', () => `<title>${escaped(systemName)}</title>`)
    .replace('/svc/favicon', `/svc/favicon?v=${lookVersion}`)
    .replace('</head>', () => `${isAway ? '' : links}</head>`);
}
