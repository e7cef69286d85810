import { isIP } from 'node:net';
import { sql } from 'kysely';
import { userError } from '../../../contract/errors/errors.ts';
import { type Language, type LocalizedText, languages } from '../../../contract/languages.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { isDatabaseUnavailable } from '../database/isDatabaseUnavailable.ts';
import { announce } from '../events/hub.ts';

/** A white-label tenant, with the data that every call needs. */
export interface Site {
  id: string;
  path: string;
  name: string;
  /** The site's hostnames, the primary one first. */
  hosts: string[];
  /**
   * The entries of `hosts` with expired verification. The site still responds there, but links
   * don't use them.
   */
  lapsedHosts: string[];
  systemName: string;
  copyright: string;
  theme: SiteTheme;
  /**
   * Version of the published branding. It changes with every publication, so that images are
   * fetched again.
   */
  lookVersion: number;
  hasLogo: boolean;
  languages: Language[];
  currency: string;
  timeZone: string;
  viewMode: ViewMode;
  /** The site's custom titles and icons of menu entries, by entry ID. */
  menu: Record<string, MenuChange>;
  pages: SitePage[];
  /** Whether the site or one of its parent sites is suspended. */
  isSuspended: boolean;
}

export type ViewMode = 'Full' | 'Mini';

export interface SiteTheme {
  /** `#rrggbb` */
  primaryColor: string;
  /** Color of labels and counts, as `#rrggbb`. */
  tagColor: string;
  /** Pixels. */
  borderRadius: number;
  /** Pixels. */
  fontSize: number;
}

export interface MenuChange {
  icon?: string;
  title?: Partial<LocalizedText>;
}

/** A custom page of the site in the menu. */
export interface SitePage {
  id: string;
  title: Record<string, string>;
  section: string;
  icon: string;
  /** The URL whose content is embedded. Null for the site's own HTML. */
  origin: string | null;
}

/** The default theme from specification section 9. */
export const defaultTheme: SiteTheme = {
  primaryColor: '#0062cc',
  tagColor: '#0062cc',
  borderRadius: 0,
  fontSize: 14,
};

/**
 * Maximum age of cached site data without an event, so that a suspended site is blocked within this
 * time even if events are lost.
 */
const cacheMs = 1_000;

/** The directories of this process, by database. */
const directories = new WeakMap<Database, Set<SiteDirectory>>();

/**
 * Announces that a site has changed: to this process when the call commits, so that the caller sees
 * the change, and to all others through an event.
 */
export async function siteChanged(
  ctx: Pick<Context, 'db' | 'services' | 'afterCommit'>,
  siteId: string,
): Promise<void> {
  await announce(ctx.db, { topic: 'site', id: siteId, siteId });
  ctx.afterCommit(() => {
    for (const directory of directories.get(ctx.services.database.db) ?? []) directory.forget();
  });
}

interface SiteRow {
  id: string;
  parent_id: string | null;
  path: string;
  name: string;
  hosts: string[];
  lapsed_hosts: string[];
  system_name: string;
  copyright: string;
  theme: Partial<SiteTheme>;
  look_version: number;
  has_logo: boolean;
  languages: string[];
  currency: string;
  time_zone: string;
  view_mode: ViewMode;
  menu: Record<string, MenuChange>;
  status: string;
  pages: {
    id: string;
    title: Record<string, string>;
    section: string;
    icon: string;
    url: string;
  }[];
}

/**
 * The sites by hostname, cached in memory. A change is announced as the event `site`. Without an
 * event, cached data is at most one second old. While no site has a hostname and no public URL is
 * set, every host belongs to the root site. Afterward, unknown hosts are rejected, and an IP
 * address is accepted only from this machine (`isLocal`).
 */
export class SiteDirectory {
  #db: Database;
  #publicHost: string | null;
  #byHost = new Map<string, Site>();
  #byId = new Map<string, Site>();
  #root: Site | null = null;
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | null = null;

  /** `publicHost` is the hostname of the public URL, which always belongs to the root site. */
  constructor(db: Database, publicHost: string | null = null) {
    this.#db = db;
    this.#publicHost = publicHost;
    directories.set(db, (directories.get(db) ?? new Set()).add(this));
  }

  /** The site for a hostname. Throws `hostUnknown` (421) or `siteSuspended`. */
  async forHost(host: string, isLocal = true): Promise<Site> {
    const site = await this.forPage(host, isLocal);
    if (site.isSuspended) throw userError('siteSuspended', { site: site.systemName });
    return site;
  }

  /**
   * Does the same for the page itself, which is also shown for a suspended site. Its calls report
   * the problem.
   */
  async forPage(host: string, isLocal: boolean): Promise<Site> {
    await this.#freshen();
    const site = this.lastKnown(host, isLocal);
    if (!site)
      throw new Error('There is no root site yet: start the portal once so that it makes one.');
    return site;
  }

  /** Does the same for the site theme. During a database outage, returns the last known theme. */
  async forLook(host: string, isLocal: boolean): Promise<{ site: Site; isAway: boolean }> {
    try {
      return { site: await this.forPage(host, isLocal), isAway: false };
    } catch (error) {
      const site = isDatabaseUnavailable(error) && this.lastKnown(host, isLocal);
      if (!site) throw error;
      return { site, isAway: true };
    }
  }

  /**
   * The site that this process last read for a hostname, regardless of age. Null if none was read
   * yet. Throws `hostUnknown`.
   */
  lastKnown(host: string, isLocal: boolean): Site | null {
    const name = hostnameOf(host);
    const site = name === this.#publicHost ? this.#root : this.#byHost.get(name);
    if (site || !this.#root) return site ?? null;
    const hasNames = this.#publicHost !== null || this.#byHost.size > 0;
    // Health probes and administrators on the machine itself use its IP address, not a hostname
    // that anyone could point here.
    if (hasNames && name !== this.#publicHost && !(isLocal && isAddress(name)))
      throw userError('hostUnknown', { host: name.slice(0, 100) });
    return this.#root;
  }

  async byId(id: string): Promise<Site> {
    await this.#freshen();
    const site = this.#byId.get(id);
    if (!site) throw new Error(`There is no site ${id}.`);
    return site;
  }

  forget(): void {
    this.#readAt = Number.NEGATIVE_INFINITY;
    this.#reading = null;
  }

  async #freshen(): Promise<void> {
    if (performance.now() - this.#readAt < cacheMs) return;
    // Simultaneous calls share one read. A read that started before a change isn't reused.
    this.#reading ??= this.#read();
    await this.#reading;
  }

  #read(): Promise<void> {
    const startedAt = performance.now();
    const pendingRead = readRows(this.#db)
      .then((rows) => {
        if (this.#reading !== pendingRead) return this.#freshen();
        const sites = sitesOf(rows);
        this.#byHost = new Map(
          sites.flatMap((site) => site.hosts.map((host) => [host.toLowerCase(), site] as const)),
        );
        this.#byId = new Map(sites.map((site) => [site.id, site]));
        this.#root = sites.find((site) => !site.path.includes('/')) ?? null;
        this.#readAt = startedAt;
      })
      .finally(() => {
        if (this.#reading === pendingRead) this.#reading = null;
      });
    return pendingRead;
  }
}

/** A site as seen by the transaction, for work on a site other than the call's own. */
export async function readSite(db: Database, id: string): Promise<Site> {
  const site = sitesOf(await readRows(db)).find((candidate) => candidate.id === id);
  if (!site) throw new Error(`There is no site ${id}.`);
  return site;
}

/** `Portal.Example:8080` → `portal.example` */
export const hostnameOf = (host: string): string =>
  host
    .replace(/:\d+$/, '')
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();

/** Whether the name is an IP address or local. '' is the portal itself. */
const isAddress = (name: string): boolean =>
  name === '' || name === 'localhost' || isIP(name) !== 0;

async function readRows(db: Database): Promise<SiteRow[]> {
  const { rows } = await sql<SiteRow>`
    select id, parent_id, path, name, hosts, lapsed_hosts, system_name, copyright, theme, look_version, logo_type is not null as has_logo,
      languages, currency, time_zone, view_mode, menu, status,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', p.id, 'title', p.title, 'section', p.section, 'icon', p.icon, 'url', p.url)
          order by p.position, p.created_at)
        from site_page p where p.site_id = site.id and p.is_enabled
      ), '[]') as pages
    from site`.execute(db);
  return rows;
}

function sitesOf(rows: readonly SiteRow[]): Site[] {
  const suspended = new Set(rows.filter((row) => row.status === 'suspended').map((row) => row.id));
  return rows.map((row) => ({
    id: row.id,
    path: row.path,
    name: row.name,
    hosts: row.hosts,
    lapsedHosts: row.lapsed_hosts,
    systemName: row.system_name,
    copyright: row.copyright,
    theme: themeOf(row.theme),
    lookVersion: row.look_version,
    hasLogo: row.has_logo,
    languages: languages.filter((language) => row.languages.includes(language)),
    currency: row.currency,
    timeZone: row.time_zone,
    viewMode: row.view_mode,
    menu: row.menu,
    pages: row.pages.map(({ url, ...page }) => ({
      ...page,
      origin: url === '' ? null : new URL(url).origin,
    })),
    isSuspended: row.path.split('/').some((id) => suspended.has(id)),
  }));
}

/** A site without a label color uses its primary color for labels too. */
const themeOf = (own: Partial<SiteTheme>): SiteTheme => ({
  ...defaultTheme,
  tagColor: own.primaryColor ?? defaultTheme.tagColor,
  ...own,
});
