/** What a company in Israel is made with. */
export const settings = {
  ...{
    legalName: 'Example Clouds Ltd',
    street: '1 Example Street',
    city: 'Haifa',
    region: '',
    postalCode: '3100000',
    country: 'IL',
  },
  ...{
    taxNumber: '510000003',
    currency: 'USD',
    documentSeries: 'INV',
    numberFormat: '{series}-{year}-{number:6}',
  },
};

/** Its terms, a bank account and two rates that follow each other. */
export const properties = {
  ...{
    paymentDays: 14,
    minDeposit: '10',
    bankName: '',
    bankHolder: '',
    bankAccount: 'DE89 3704 0044 0532 0130 00',
    bankSwift: '',
  },
  taxes: [
    { name: 'VAT', rate: '17', validFrom: '2020-01-01', validTo: '2024-12-31' },
    { name: 'VAT', rate: '18', validFrom: '2025-01-01', validTo: null },
  ],
};

/** The answer of a call that may be refused. */
export interface Refused {
  errors?: { key?: string; info: string }[];
  code?: number[];
}

/** The status, the first code and the field that a refusal names. */
export const refused = ({ status, body }: { status: number; body: Refused }) => [
  status,
  body.code?.[0],
  body.errors?.[0]?.key,
];
