/** The settings of a test company in Israel. */
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

/** The terms of a test company, with a bank account and two consecutive rates. */
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

/** The body of a response that may be an error. */
export interface ErrorBody {
  errors?: { key?: string; info: string }[];
  code?: number[];
}

/** Returns an error's status, first code, and field. */
export const errorSummary = ({ status, body }: { status: number; body: ErrorBody }) => [
  status,
  body.code?.[0],
  body.errors?.[0]?.key,
];
