/**
 * The hosting company of the demo: locations, resellers, customers and their servers. All data is
 * fictional.
 */
export const demoPassword = 'Demo_password_1';

export const demoRoot = {
  name: 'Cirrus Hosting',
  systemName: 'Cirrus Cloud',
  copyright: '© Cirrus Hosting (demonstration)',
  primaryColor: '#0062cc',
};

export const demoResellers = [
  {
    name: 'Blue Fjord',
    systemName: 'Blue Fjord Cloud',
    host: 'bluefjord.localhost',
    primaryColor: '#0f766e',
  },
  {
    name: 'Saffron Web',
    systemName: 'Saffron Web',
    host: 'saffron.localhost',
    primaryColor: '#b45309',
  },
];

export const demoDatacenters = [
  { code: 'fra', name: 'Frankfurt', region: 'Europe', country: 'DE' },
  { code: 'tlv', name: 'Tel Aviv', region: 'Middle East', country: 'IL' },
  { code: 'nyc', name: 'New York', region: 'North America', country: 'US' },
];

export interface DemoServer {
  name: string;
  place: string;
  cpuType: 'A' | 'B' | 'T' | 'D';
  cores: number;
  ramMb: number;
  disks: number[];
  billingMode: 'hourly' | 'monthly';
  /** Age in days. */
  ageDays: number;
  isOff?: boolean;
  tags?: string[];
}

export interface DemoCustomer {
  email: string;
  firstName: string;
  lastName: string;
  /** Name of the reseller it belongs to. If omitted, it belongs to the hosting company itself. */
  reseller?: string;
  servers: DemoServer[];
}

const web = (
  name: string,
  city: string,
  ageDays: number,
  more: Partial<DemoServer> = {},
): DemoServer => ({
  name,
  place: city,
  cpuType: 'B',
  cores: 2,
  ramMb: 2048,
  disks: [20],
  billingMode: 'hourly',
  ageDays,
  ...more,
});

export const demoCustomers: readonly DemoCustomer[] = [
  {
    email: 'ops@lantern-books.example',
    firstName: 'Ada',
    lastName: 'Lindqvist',
    servers: [
      web('shop-web-1', 'fra', 75, { tags: ['shop', 'production'] }),
      web('shop-web-2', 'fra', 75, { tags: ['shop', 'production'] }),
      web('shop-db', 'fra', 75, {
        cores: 4,
        ramMb: 8192,
        disks: [40, 200],
        billingMode: 'monthly',
        tags: ['shop', 'production'],
      }),
      web('shop-staging', 'fra', 9, {
        cpuType: 'T',
        cores: 1,
        isOff: true,
        tags: ['shop', 'staging'],
      }),
    ],
  },
  {
    email: 'it@harbour-clinic.example',
    firstName: 'Noam',
    lastName: 'Harari',
    servers: [
      web('records-app', 'tlv', 68, {
        cpuType: 'D',
        cores: 4,
        ramMb: 16_384,
        disks: [60, 500],
        billingMode: 'monthly',
        tags: ['production'],
      }),
      web('records-backup', 'tlv', 68, { disks: [20, 1000], tags: ['backup'] }),
      web('vpn-gateway', 'tlv', 60, { cpuType: 'T', cores: 1, ramMb: 1024 }),
    ],
  },
  {
    email: 'team@paperplane-games.example',
    firstName: 'Priya',
    lastName: 'Raman',
    servers: [
      web('match-eu', 'fra', 40, { cpuType: 'D', cores: 8, ramMb: 16_384 }),
      web('match-us', 'nyc', 40, { cpuType: 'D', cores: 8, ramMb: 16_384 }),
      web('lobby-api', 'nyc', 38),
      web('metrics-store', 'nyc', 38, { disks: [20, 300] }),
      web('build-runner', 'fra', 3, { cores: 8, ramMb: 8192, isOff: true }),
    ],
  },
  {
    email: 'admin@olive-street.example',
    firstName: 'Olivia',
    lastName: 'Costa',
    reseller: 'Blue Fjord',
    servers: [web('olive-site', 'fra', 45), web('olive-mail', 'fra', 45, { cores: 1 })],
  },
  {
    email: 'dev@northern-maps.example',
    firstName: 'Jonas',
    lastName: 'Berg',
    reseller: 'Blue Fjord',
    servers: [
      web('tiles-cache', 'nyc', 6, { ramMb: 8192 }),
      web('tiles-render', 'nyc', 6, { cores: 8, isOff: true }),
    ],
  },
  {
    email: 'hello@citrus-design.example',
    firstName: 'Maya',
    lastName: 'Peretz',
    reseller: 'Saffron Web',
    servers: [
      web('citrus-web', 'tlv', 16),
      web('citrus-test', 'tlv', 2, { cpuType: 'T', cores: 1, isOff: true }),
    ],
  },
];
