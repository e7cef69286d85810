import { join } from 'node:path';
import type { TestClient } from '../server/testing/client.ts';
import { reportIds } from '../slices/money/reports/rules.ts';
import { sliceExamples } from './examples.ts';

interface Menu {
  entries: { id: string; path: string }[];
}
interface Ids {
  items: { id: string; siteId?: string; siteHost?: string }[];
}

/** Paths below a menu screen that require the ID of an existing object. One entry per screen. */
const detailPaths: Record<string, (client: TestClient) => Promise<string[]>> = {
  profile: async () =>
    ['security', 'sessions', 'logins', 'notifications', 'partner'].map((tab) => `/profile/${tab}`),
  hosts: async (client) => {
    const path = `/hosts/${await firstId(client, '/hosts')}`;
    return [path, `${path}/servers`];
  },
  servers: async (client) => {
    const id = await firstId(client, '/servers');
    const tabs = [
      '',
      '/info',
      '/connect',
      '/snapshot',
      '/backup',
      '/schedule',
      '/networks',
      '/firewall',
      '/configure',
      '/reports',
      '/statistics',
      '/servicelet',
      '/history',
    ];
    return [
      '/servers?bin=true',
      `/console/${id}?kind=serial`,
      `/console/${id}?kind=ssh`,
      `/serverCreate/${id}`,
      ...tabs.map((tab) => `/servers/${id}${tab}`),
    ];
  },
  alerts: async (client) => (await some(client, '/alerts')).map(({ id }) => `/alerts/${id}`),
  budgets: async (client) => (await some(client, '/budgets')).map(({ id }) => `/budgets/${id}`),
  firewall: async (client) =>
    (await some(client, '/firewall/groups')).map(({ id }) => `/firewall/${id}`),
  networks: async (client) => {
    const { items } = (
      await client.get<{
        items: { id: string; datacenterCode: string; subnets: { id: string }[] }[];
      }>('/networks')
    ).body;
    const paths = items
      .slice(0, 1)
      .map(
        ({ id, datacenterCode, subnets }) =>
          [`/networks/${datacenterCode}/${id}`, subnets[0]?.id] as const,
      );
    return [
      '/networks/map',
      '/networks/history',
      ...paths.flatMap(([path, subnetId]) => [path, `${path}/${subnetId}`]),
    ];
  },
  users: async (client) => {
    const [user] = await some(client, '/users');
    if (!user) return [];
    return ['info', 'services', 'signup', 'billing', 'history', 'csp', 'azure'].map(
      (tab) => `/users/${user.siteId}/${user.id}/${tab}`,
    );
  },
  report: async (client) => [`/report/${client.userId}`],
  groups: async (client) =>
    (await some(client, '/groups')).map(({ id, siteId }) => `/groups/${siteId}/${id}/info`),
  sites: async (client) => {
    const [site] = await firstListed(client, '/sites');
    const tabs = [
      'settings',
      'RemoteLogin',
      'externalPages',
      'Contents',
      'UISettings',
      'SiteAdmin',
      'MsCloud',
      'Adobe',
    ];
    return [
      '/createNewSite',
      ...tabs.map((tab) => `/sites/${encodeURIComponent(site.siteHost ?? '')}/${tab}`),
    ];
  },
  agreements: async (client) =>
    (await some(client, '/agreements')).map(({ id, siteId }) => `/agreements/${siteId}/${id}`),
  pricelist: async (client) => [
    ...['/pricelist/sites', '/pricelist/new'],
    ...(await some(client, '/pricelists')).flatMap(({ id }) => [
      `/pricelist/${id}`,
      `/pricelist/new?from=${id}`,
    ]),
  ],
  companies: async (client) =>
    (await some(client, '/companies')).flatMap(({ id }) =>
      [
        '',
        '/billingProperties',
        '/payments',
        '/accounting',
        '/billingPolicy',
        '/promos',
        '/siteAdmin',
      ].map((tab) => `/companies/${id}${tab}`),
    ),
  billingAccess: async (client) => {
    const { items } = (
      await client.get<{ items: { id: string; companyId: string }[] }>('/billingAccess')
    ).body;
    // Users manage the billing of others, not their own.
    const customer = items.filter(({ id }) => id !== client.userId).slice(0, 1);
    return customer.flatMap(({ id, companyId }) =>
      ['', '/billingPolicy', '/invoice', '/discounts', '/promos', '/history'].map(
        (tab) => `/billingManage/${companyId}/${id}${tab}`,
      ),
    );
  },
  invoicing: async (client) => {
    const { items } = (
      await client.get<{ items: { companyId: string; period: string; documents: number }[] }>(
        '/invoicing',
      )
    ).body;
    const month = items.find(({ documents }) => documents > 0) ?? items[0];
    if (!month) return [];
    const path = `/invoicing/${month.companyId}/${month.period}`;
    const invoices = (
      await client.get<{ items: { customer: { id: string } }[] }>(`${path}/invoicing?state=issued`)
    ).body.items;
    const parts = ['status', 'invoice', 'log', 'finansitPayload'];
    const customerPages = invoices
      .slice(0, 1)
      .flatMap(({ customer }) => parts.map((part) => `${path}/invoicing/${customer.id}/${part}`));
    return [path, `${path}/invoicing`, `${path}/documenting`, ...customerPages];
  },
  documents: async (client) => {
    const { items } = (await client.get<{ items: { invoiceId: string }[] }>('/billing/documents'))
      .body;
    return items.slice(0, 1).map(({ invoiceId }) => `/billing/history/invoices/${invoiceId}`);
  },
  mails: async (client) => [
    ...['/mails/sms', '/mails/templates', '/mails/templates/account.reset/en', '/mails/settings'],
    ...(await some(client, '/mails')).map(({ id }) => `/mails/message/${id}`),
  ],
  keys: async (client) => {
    const { items } = (await client.get<{ items: { clientId: string }[] }>('/apikeys')).body;
    return items
      .slice(0, 1)
      .flatMap(({ clientId }) =>
        ['', '/servers', '/access'].map((tab) => `/keys/${clientId}${tab}`),
      );
  },
  docs: async () => ['/docs/createServers'],
  cloudinit: async (client) =>
    (await some(client, '/cloudinit')).flatMap(({ id }) =>
      ['', '/configurations', '/services', '/settings'].map((tab) => `/cloudinit/${id}${tab}`),
    ),
  uploadService: async (client) => {
    const id = await firstId(client, '/packages');
    return ['', '/config'].map((tab) => `/uploadService/${id}${tab}`);
  },
  hdlibrary: async (client) => {
    const { code } =
      (await client.get<{ items: { code: string }[] }>('/datacenters')).body.items[0] ?? {};
    const tabs = ['system', 'private', 'iso', 'snapshots'];
    return [
      `/hdlibrary?image=${await firstId(client, '/images')}`,
      ...tabs.map((tab) => `/hdlibrary/${code}/${tab}`),
    ];
  },
};

/** Screens without a menu entry. */
const hiddenPaths = [
  '/cloudinit/00000000-0000-4000-8000-000000000000',
  '/keys/live-aaaaaaaaaaaaaaaaaaaa',
  '/docs/noSuchCall',
  '/firewall/00000000-0000-4000-8000-000000000000',
  '/servers/00000000-0000-4000-8000-000000000000',
  '/uploadService/00000000-0000-4000-8000-000000000000',
  '/recordings/00000000-0000-4000-8000-000000000000',
  '/alerts/00000000-0000-4000-8000-000000000000',
  '/budgets/00000000-0000-4000-8000-000000000000',
  '/companies/00000000-0000-4000-8000-000000000000',
  '/report/00000000-0000-4000-8000-000000000000',
  '/invoicing/00000000-0000-4000-8000-000000000000/2030-04',
  '/invoicing/00000000-0000-4000-8000-000000000000/2030-04/invoicing/00000000-0000-4000-8000-000000000000/status',
  '/billing/history/invoices/00000000-0000-4000-8000-000000000000',
  '/paymentAuthorization/00000000-0000-4000-8000-000000000000',
  '/billingManage/00000000-0000-4000-8000-000000000000/nobody',
  '/pricelist/00000000-0000-4000-8000-000000000000',
  '/groups/none/00000000-0000-4000-8000-000000000000/info',
  '/',
  '/forbidden',
  '/usage/download?period=2030-04&userId=00000000-0000-4000-8000-000000000000',
  '/invoice/download?document=00000000-0000-4000-8000-000000000000',
  '/report/download?report=noSuchReport',
  '/hosts/no-such-host',
  '/vendorRequests/999999',
];

type Item = Ids['items'][number];

const some = async (client: TestClient, list: string): Promise<Item[]> =>
  (await client.get<Ids>(list)).body.items.slice(0, 1);

/**
 * Returns the first item of a list. Throws if the list is empty, so that a screen that can't be
 * opened doesn't go unnoticed.
 */
async function firstListed(client: TestClient, list: string): Promise<[Item]> {
  const [first] = await some(client, list);
  if (!first) throw new Error(`${list} lists nothing whose screen could be opened.`);
  return [first];
}

const firstId = async (client: TestClient, list: string): Promise<string> =>
  encodeURIComponent((await firstListed(client, list))[0].id);

/**
 * Returns every screen a user can open: the menu as listed by the portal, the screens below, and
 * screens without a menu entry.
 */
export async function screenPaths(client: TestClient): Promise<string[]> {
  const { body } = await client.get<Menu>('/header/menu');
  const detailScreens = await Promise.all(
    body.entries.map(async ({ id }) => (await detailPaths[id]?.(client)) ?? []),
  );
  const examples = await Promise.all((await sliceExamples()).map(({ paths }) => paths(client)));
  return [
    ...body.entries.map(({ path }) => path),
    ...detailScreens.flat(),
    ...examples.flat(),
    ...hiddenPaths,
  ];
}

/**
 * The number of reports in repeated sweeps. All reports use the same screen, so a few are enough.
 */
const sampledReports = 3;
const redundantReports = new Set(reportIds.slice(sampledReports).map((id) => `/${id}`));

/** Removes the paths of further reports, which use the same screen. */
export const withoutRepeats = (paths: readonly string[]): string[] =>
  paths.filter((path) => !redundantReports.has(path));

/** Returns the routes that none of these paths opens. */
export async function unopenedRoutes(paths: readonly string[]): Promise<string[]> {
  // Imported by file name, because the web app is type-checked and built separately from the server
  // and its tests.
  const { screens } = (await import(join(import.meta.dirname, '../web/routes.ts'))) as {
    screens: readonly { path: string }[];
  };
  const opened = paths.map((path) => path.replace(/\?.*$/, ''));
  return screens
    .map(({ path }) => path)
    .filter((route) => !opened.some((path) => patternOf(route).test(path)));
}

/** Converts a route such as `/servers/$serverId/{-$tab}` to a pattern for its paths. */
function patternOf(route: string): RegExp {
  const source = route.replace(/\/\{-\$\w+\}/g, '(/[^/]+)?').replace(/\$\w+/g, '[^/]+');
  return new RegExp(`^${source}/?$`, 'i');
}
