import { localize } from '../platform/texts/localize.ts';

/**
 * The demo users other than the customers: staff, sub-accounts, groups, agreements, and the
 * locations of sign-ins.
 */
export const demoStaff = [
  { email: 'support@cirrus.example', role: 'siteAdmin', firstName: 'Sam', lastName: 'Okafor' },
  { email: 'billing@cirrus.example', role: 'billingAdmin', firstName: 'Lena', lastName: 'Vogel' },
  { email: 'left@paused-project.example', role: 'user', firstName: 'Paul', lastName: 'Moreau' },
  { email: 'accounts@slow-payer.example', role: 'user', firstName: 'Greta', lastName: 'Holm' },
  { email: 'old@closed-shop.example', role: 'user', firstName: 'Kim', lastName: 'Sato' },
];

export interface DemoSubAccount {
  email: string;
  firstName: string;
  lastName: string;
  /** False if the user is invited and hasn't signed in yet. */
  hasPassword: boolean;
  isLocked?: boolean;
}

export interface DemoFamily {
  parent: string;
  children: DemoSubAccount[];
  groups: {
    name: string;
    description: string;
    members: string[];
    right: 'view' | 'operate' | 'manage';
    servers: string[];
  }[];
}

export const demoFamilies: readonly DemoFamily[] = [
  {
    parent: 'ops@lantern-books.example',
    children: [
      {
        email: 'nina@lantern-books.example',
        firstName: 'Nina',
        lastName: 'Aalto',
        hasPassword: true,
      },
      {
        email: 'tomas@lantern-books.example',
        firstName: 'Tomás',
        lastName: 'Rey',
        hasPassword: true,
      },
      {
        email: 'agency@lantern-books.example',
        firstName: 'Studio',
        lastName: 'Nine',
        hasPassword: true,
        isLocked: true,
      },
      {
        email: 'intern@lantern-books.example',
        firstName: 'Elif',
        lastName: 'Demir',
        hasPassword: false,
      },
    ],
    groups: [
      {
        name: 'Shop operators',
        description: 'Restart the shop at night',
        members: ['nina@lantern-books.example', 'tomas@lantern-books.example'],
        right: 'operate',
        servers: ['shop-web-1', 'shop-web-2'],
      },
      {
        name: 'Staging',
        description: 'The agency tries things here',
        members: ['agency@lantern-books.example', 'tomas@lantern-books.example'],
        right: 'manage',
        servers: ['shop-staging'],
      },
    ],
  },
  {
    parent: 'it@harbour-clinic.example',
    children: [
      {
        email: 'records@harbour-clinic.example',
        firstName: 'Dalia',
        lastName: 'Mizrahi',
        hasPassword: true,
      },
      {
        email: 'audit@harbour-clinic.example',
        firstName: 'Yoav',
        lastName: 'Stern',
        hasPassword: true,
      },
    ],
    groups: [
      {
        name: 'Auditors',
        description: 'See everything of the clinic, change nothing',
        members: ['audit@harbour-clinic.example'],
        right: 'view',
        servers: ['records-app', 'records-backup', 'vpn-gateway'],
      },
    ],
  },
];

/** A reseller of a reseller, with limited access. */
export const demoSchool = {
  parent: 'Blue Fjord',
  name: 'Fjord Schools',
  systemName: 'Fjord Schools',
  host: 'schools.localhost',
  primaryColor: '#7c3aed',
  tagColor: '#0f766e',
  head: { email: 'head@hillside-school.example', firstName: 'Ingrid', lastName: 'Dahl' },
};

export const demoAgreements = [
  {
    title: 'Acceptable use',
    audience: 'all',
    texts: localize('people.demoAgreements.useServersLawfully'),
    isPublished: true,
    /** All but one of the sub-accounts of these users. */
    signers: [
      ...[
        'ops@lantern-books.example',
        'it@harbour-clinic.example',
        'team@paperplane-games.example',
        'nina@lantern-books.example',
      ],
      ...[
        'records@harbour-clinic.example',
        'audit@harbour-clinic.example',
        'support@cirrus.example',
        'billing@cirrus.example',
      ],
    ],
  },
  {
    title: 'Data processing',
    audience: 'all',
    isPublished: false,
    texts: {
      en: 'Personal data is kept in the datacenter that was chosen and is read by nobody without a written reason.',
    },
    signers: [],
  },
] as const;

const browsers = {
  firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0',
  chrome:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36',
  phone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1',
  mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Safari/605.1.15',
  program: 'Terraform/1.14.0 (+https://www.terraform.io)',
};
/**
 * Addresses of well-known public resolvers and registries. Each belongs to a country but not to a
 * private person.
 */
const places = {
  germany: '194.0.0.53',
  israel: '192.115.106.10',
  america: '9.9.9.9',
  netherlands: '193.0.14.129',
  office: '10.20.0.14',
};

export interface DemoVisit {
  email: string;
  daysAgo: number;
  browser: keyof typeof browsers;
  place: keyof typeof places;
  isWrong?: boolean;
}

export const visitOf = ({ browser, place }: DemoVisit) => ({
  userAgent: browsers[browser],
  ip: places[place],
});

const visit = (
  email: string,
  daysAgo: number,
  browser: keyof typeof browsers,
  place: keyof typeof places,
  isWrong = false,
): DemoVisit => ({
  ...{ email, daysAgo, browser, place, isWrong },
});

/** Sorted from oldest to newest. */
export const demoVisits: readonly DemoVisit[] = [
  visit('ops@lantern-books.example', 12, 'firefox', 'germany'),
  visit('nina@lantern-books.example', 9, 'chrome', 'germany'),
  visit('it@harbour-clinic.example', 8, 'chrome', 'israel'),
  visit('team@paperplane-games.example', 6, 'mac', 'america'),
  visit('ops@lantern-books.example', 5, 'phone', 'netherlands'),
  visit('team@paperplane-games.example', 4, 'chrome', 'netherlands', true),
  visit('team@paperplane-games.example', 4, 'chrome', 'netherlands', true),
  visit('team@paperplane-games.example', 3.9, 'mac', 'america'),
  visit('records@harbour-clinic.example', 3, 'chrome', 'israel'),
  visit('tomas@lantern-books.example', 2, 'firefox', 'office'),
  visit('it@harbour-clinic.example', 1.5, 'program', 'israel'),
  visit('ops@lantern-books.example', 1, 'firefox', 'germany'),
  visit('support@cirrus.example', 0.6, 'chrome', 'office'),
  visit('billing@cirrus.example', 0.4, 'mac', 'germany', true),
  visit('billing@cirrus.example', 0.4, 'mac', 'germany'),
  visit('ops@lantern-books.example', 0.1, 'firefox', 'germany'),
];
