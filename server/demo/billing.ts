/** Sellers and customers of the demo. Amounts are in US dollars, and all data is fictional. */
export const demoCompanies = [
  {
    reseller: '',
    ...{
      legalName: 'Cirrus Hosting GmbH',
      street: 'Beispielweg 1',
      city: 'Frankfurt',
      postalCode: '60311',
      country: 'DE',
    },
    taxNumber: 'DE123456788',
    series: 'CIR',
    tax: { name: 'VAT', rate: '19' },
    // The standard example IBAN.
    bank: { name: 'Beispielbank', account: 'DE89370400440532013000', swift: 'COBADEFFXXX' },
  },
  {
    reseller: 'Blue Fjord',
    ...{
      legalName: 'Blue Fjord AS',
      street: 'Eksempelgata 2',
      city: 'Bergen',
      postalCode: '5003',
      country: 'NO',
    },
    taxNumber: 'NO123456785MVA',
    series: 'BF',
    tax: { name: 'MVA', rate: '25' },
    bank: { name: 'Eksempelbanken', account: 'NO9386011117947', swift: 'DNBANOKKXXX' },
  },
];

const notifyingThreshold = (basis: 'actual' | 'forecast', percent: number) => ({
  basis,
  percent,
  blocks: false,
  powersOff: false,
});

export interface DemoPayer {
  email: string;
  reseller?: string;
  /** The customer number at the seller. */
  number: string;
  profile: Record<
    'kind' | 'name' | 'street' | 'city' | 'region' | 'postalCode' | 'country' | 'taxNumber',
    string
  >;
  bookings: {
    days: number;
    kind: 'payments' | 'credits' | 'charges';
    amount: string;
    reason: string;
    mayOwe?: boolean;
  }[];
}

const demoUser = (
  name: string,
  street: string,
  city: string,
  postalCode: string,
  country: string,
): DemoPayer['profile'] => ({
  ...{ kind: 'person', name, street, city, region: '', postalCode, country, taxNumber: '' },
});

export const demoPayers: readonly DemoPayer[] = [
  {
    email: 'ops@lantern-books.example',
    number: '10001',
    profile: demoUser('Ada Lantern', 'Sample Street 12', 'Dublin', 'D02 X285', 'IE'),
    bookings: [
      { days: 70, kind: 'payments', amount: '120', reason: 'Bank transfer' },
      { days: 38, kind: 'payments', amount: '120', reason: 'Bank transfer' },
      { days: 12, kind: 'credits', amount: '15', reason: 'For the slow network of that Tuesday' },
      { days: 3, kind: 'payments', amount: '120', reason: 'Bank transfer' },
    ],
  },
  {
    email: 'it@harbour-clinic.example',
    number: '10002',
    profile: demoUser('Dalia Mizrahi', 'Example Street 4', 'Haifa', '3303138', 'IL'),
    bookings: [
      { days: 66, kind: 'payments', amount: '900', reason: 'Bank transfer for the quarter' },
    ],
  },
  {
    email: 'team@paperplane-games.example',
    number: '10003',
    profile: demoUser('Noor Paper', 'Example Avenue 77', 'Utrecht', '3511 AB', 'NL'),
    bookings: [{ days: 36, kind: 'payments', amount: '400', reason: 'Bank transfer' }],
  },
];

/** Customer budgets. Their thresholds only notify, so that everything can be tried. */
export const demoBudgets = [
  {
    email: 'ops@lantern-books.example',
    name: 'Everything',
    amount: '110',
    thresholds: [
      notifyingThreshold('actual', 50),
      notifyingThreshold('actual', 80),
      notifyingThreshold('forecast', 100),
    ],
  },
  {
    email: 'ops@lantern-books.example',
    name: 'Staging',
    tag: 'staging',
    amount: '4',
    thresholds: [notifyingThreshold('actual', 80), notifyingThreshold('actual', 100)],
  },
];
