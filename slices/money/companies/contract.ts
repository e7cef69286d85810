import * as z from 'zod';
import { decimal, done, endpoint, id, text } from '../../../contract/endpoint.ts';
import { country, currency } from '../../../contract/fields/money.ts';
import { listPage, listQuery } from '../../../contract/fields/page.ts';
import { schemaMessage } from '../../../contract/fields/schemaMessage.ts';
import { stored } from '../../../contract/fields/stored.ts';
import { billingOfRoot, settingsOfRoot } from './contract/rootFields.ts';
import { localize } from './texts/localize.ts';

export { errors, resourceNames } from './errors.ts';
export { permissions } from './permissions.ts';

/** The seller details on every document. */
const settings = z.strictObject({
  legalName: text({ min: 2, max: 150 }),
  street: text({ max: 200 }),
  city: text({ max: 100 }),
  region: text({ max: 100 }),
  postalCode: text({ max: 20 }),
  country,
  /** Validated by the country's rules, if known. */
  taxNumber: text({ max: 30 }),
  currency,
  documentSeries: z
    .string()
    .trim()
    .regex(/^[A-Z0-9]{1,8}$/, {
      message: schemaMessage(localize('invalid.message.enter18Capital')),
    }),
  /** Placeholders: `{series}`, `{year}` and `{number}`. `{number:6}` has at least six digits. */
  numberFormat: z
    .string()
    .trim()
    .max(60)
    .regex(
      /^([A-Za-z0-9/.-]|\{series\}|\{year\})*\{number(:([1-9]|1[0-2]))?\}([A-Za-z0-9/.-]|\{series\}|\{year\})*$/,
      {
        message: schemaMessage(localize('invalid.message.enterFormatContainsOnce')),
      },
    ),
});

const day = z.iso.date();
const tax = z
  .strictObject({
    name: text({ min: 1, max: 60 }),
    /** In percent. */
    rate: z
      .string()
      .trim()
      .regex(/^\d{1,3}(\.\d{1,3})?$/, {
        message: schemaMessage(localize('invalid.message.enterRateFrom0')),
        abort: true,
      })
      .refine((rate) => Number(rate) <= 100, {
        message: schemaMessage(localize('invalid.message.enterRateFrom0')),
      }),
    validFrom: day,
    /** The last day. Null: valid until another rate replaces it. */
    validTo: day.nullable(),
  })
  .refine(({ validFrom, validTo }) => validTo === null || validTo >= validFrom, {
    message: schemaMessage(localize('invalid.message.lastDayCantBefore')),
    path: ['validTo'],
  });

/**
 * How sales to other countries are taxed without a reverse charge: at the domestic rate, outside
 * the scope of VAT, or as an export.
 */
export const foreignTaxes = ['home', 'outside', 'export'] as const;

const billingProperties = z.strictObject({
  /** Days from the issue date to the due date. */
  paymentDays: z.int().min(0).max(365),
  /** The minimum deposit, in the company's currency. */
  minDeposit: z
    .string()
    .trim()
    .regex(/^\d{1,12}(\.\d{1,4})?$/, {
      message: schemaMessage(localize('invalid.message.enterAmountSuchAs')),
    }),
  bankName: text({ max: 100 }),
  bankHolder: text({ max: 150 }),
  /** IBAN or account number. */
  bankAccount: text({ max: 50 }),
  bankSwift: z
    .string()
    .trim()
    .regex(/^([A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?)?$/, {
      message: schemaMessage(localize('invalid.message.enterBic811')),
    }),
  taxes: z.array(tax).max(50),
  /** Whether documents are emailed to customers when they are issued. Omitted: unchanged. */
  mailsDocuments: z.boolean().optional(),
  /**
   * Transactions and refunds above this amount need a second approval. Null: never. Omitted:
   * unchanged.
   */
  approvalAbove: z
    .string()
    .trim()
    .regex(/^\d{1,12}(\.\d{1,4})?$/, {
      message: schemaMessage(localize('invalid.message.enterAmountSuchAs')),
    })
    .nullable()
    .optional(),
  /** Omitted: unchanged. */
  foreignTax: z.enum(foreignTaxes).optional(),
});

/**
 * The version of the section that the form was loaded with. The request is rejected if the section
 * has changed since. Omitted: overwrites without a check.
 */
const versionCheck = { seen: z.string().max(50).optional() };

const lockedField = z.strictObject({ field: z.string(), why: z.string() });
const namedItem = z.strictObject({ id, name: z.string() });
const row = z.strictObject({
  id,
  legalName: z.string(),
  country: z.string(),
  currency: z.string(),
  taxNumber: z.string(),
  sites: z.int(),
  admins: z.int(),
});
const companyParams = z.strictObject({ companyId: id });

/** Identifies a customer by the seller's customer number or by account ID. */
export const customerParams = z.strictObject({
  companyId: id,
  externalId: text({ min: 1, max: 40 }),
});

const customerRow = z.strictObject({
  id,
  email: z.string(),
  name: z.string(),
  site: z.string(),
  companyId: id,
  company: z.string(),
  /** The seller's customer number. Null if none is assigned. */
  externalId: z.string().nullable(),
  billingState: z.int(),
  accountState: z.string(),
  /** Whether the account was deleted while it has a balance. */
  isDeleted: z.boolean(),
  /** Balances per currency. Positive: credit. Negative: amount due. */
  balances: z.array(z.strictObject({ amount: decimal, currency: z.string() })),
});

export const companyEndpoints = {
  listCountries: endpoint({
    title: localize('operations.listCountries'),
    method: 'GET',
    path: '/countries',
    summary:
      'List countries with localized name, calling code, and the states required in addresses (United States and Canada).',
    access: 'signedIn',
    changes: false,
    answer: z.strictObject({
      countries: z.array(
        z.strictObject({
          code: z.string(),
          name: z.string(),
          /** The country calling code without +, for example `972`. */
          phoneCode: z.string(),
          regions: z.array(z.strictObject({ code: z.string(), name: z.string() })),
        }),
      ),
    }),
  }),
  listCompanies: endpoint({
    title: localize('operations.listCompanies'),
    method: 'GET',
    path: '/companies',
    summary: 'List companies: all for root, assigned ones for billing administrators.',
    access: 'companies.view',
    changes: false,
    topics: ['company'],
    query: listQuery(['name', 'country', 'created']),
    answer: listPage(row),
  }),
  createCompany: endpoint({
    title: localize('operations.createCompany'),
    method: 'POST',
    path: '/companies',
    summary: 'Create a company. It can sell once a site is assigned to it.',
    access: 'companies.manage',
    changes: true,
    touches: ['company'],
    body: settings,
    answer: z.strictObject({ id }),
    errors: ['taxNumberInvalid', 'countryUnknown', 'currencyUnknown', 'billingFieldNeeded'],
  }),
  getCompany: endpoint({
    title: localize('operations.getCompany'),
    method: 'GET',
    path: '/companies/{companyId}',
    summary:
      'Get a company with its document details, terms, taxes, bank account, sites, and billing administrators.',
    access: 'companies.view',
    changes: false,
    topics: ['company:{companyId}'],
    params: companyParams,
    answer: z.strictObject({
      id,
      settings: stored(
        z.strictObject({ ...settings.shape, numberFormat: z.string(), documentSeries: z.string() }),
      ),
      /** The number 42 of this year in this format. */
      numberExample: z.string(),
      billingProperties: z.strictObject({
        ...stored(billingProperties).shape,
        minDeposit: decimal,
        mailsDocuments: z.boolean(),
        approvalAbove: decimal.nullable(),
        bankSwift: z.string(),
        foreignTax: z.enum(foreignTaxes),
        taxes: z.array(
          z.strictObject({
            name: z.string(),
            rate: decimal,
            validFrom: day,
            validTo: day.nullable(),
          }),
        ),
      }),
      sites: z.array(namedItem),
      admins: z.array(namedItem),
      /** The version of each section that is saved as a whole. */
      versions: z.strictObject({
        settings: z.string(),
        billingProperties: z.string(),
        siteAdmin: z.string(),
      }),
      canManage: z.boolean(),
      /** Whether the caller can change settings and terms, except the fields listed in `shut`. */
      canBill: z.boolean(),
      /** The fields that the caller can't change, each with the reason. */
      shut: z.strictObject({
        settings: z.array(lockedField),
        billingProperties: z.array(lockedField),
      }),
    }),
  }),
  updateCompanySettings: endpoint({
    title: localize('operations.updateCompanySettings'),
    method: 'PUT',
    path: '/companies/{companyId}/settings',
    summary:
      'Update the details a company prints on documents. Existing documents don’t change. The currency can’t change while amounts exist in the old one. Only root can change currency, series, and number format; other callers send them unchanged.',
    access: 'companies.bill',
    fields: settingsOfRoot,
    changes: true,
    touches: ['company:{companyId}'],
    params: companyParams,
    body: settings.extend(versionCheck),
    answer: done,
    errors: [
      ...([
        'taxNumberInvalid',
        'countryUnknown',
        'currencyUnknown',
        'billingFieldNeeded',
        'companyCurrencyInUse',
      ] as const),
      'companyChangedMeanwhile',
      'fieldNotAllowed',
    ],
  }),
  updateCompanyBilling: endpoint({
    title: localize('operations.updateCompanyBilling'),
    method: 'PUT',
    path: '/companies/{companyId}/billingProperties',
    summary:
      'Update a company’s payment terms, taxes, and bank account. Only root can change the bank account and the second-approval limit; other callers send them unchanged.',
    access: 'companies.bill',
    fields: billingOfRoot,
    changes: true,
    touches: ['company:{companyId}'],
    dangerous: true,
    params: companyParams,
    body: billingProperties.extend(versionCheck),
    answer: done,
    errors: [
      'taxOverlaps',
      'ibanInvalid',
      'amountWrong',
      'companyChangedMeanwhile',
      'fieldNotAllowed',
    ],
  }),
  updateCompanySites: endpoint({
    title: localize('operations.updateCompanySites'),
    method: 'PUT',
    path: '/companies/{companyId}/siteAdmin',
    summary: 'Update the sites and billing administrators of a company.',
    access: 'companies.manage',
    changes: true,
    touches: ['company:{companyId}'],
    dangerous: true,
    params: companyParams,
    body: z.strictObject({
      siteIds: z.array(id).max(1000),
      adminIds: z.array(id).max(1000),
      ...versionCheck,
    }),
    answer: done,
    errors: [
      'companySiteTaken',
      'companySiteCurrency',
      'companyAdminRefused',
      'companyChangedMeanwhile',
    ],
  }),
  companyCandidates: endpoint({
    title: localize('operations.companyCandidates'),
    method: 'GET',
    path: '/companies/{companyId}/candidates',
    summary: 'List sites without a company and billing administrators that can be assigned.',
    access: 'companies.manage',
    changes: false,
    params: companyParams,
    answer: z.strictObject({ sites: z.array(namedItem), admins: z.array(namedItem) }),
  }),
  listCustomers: endpoint({
    title: localize('operations.listCustomers'),
    method: 'GET',
    path: '/billingAccess',
    summary: 'List the customers whose billing you manage.',
    access: 'ledger.view',
    changes: false,
    topics: ['billing', 'user'],
    query: listQuery(['email', 'created'], {
      company: id.optional(),
      state: z.enum(['-1', '0', '1', '2', '3', '5', '7', '9']).optional(),
    }),
    answer: listPage(customerRow).extend({ companies: z.array(namedItem) }),
  }),
  setCustomerNumber: endpoint({
    title: localize('operations.setCustomerNumber'),
    method: 'PUT',
    path: '/billingManage/{companyId}/{externalId}/number',
    summary: 'Set or clear a customer number.',
    access: 'ledger.manage',
    changes: true,
    touches: ['billing'],
    params: customerParams,
    body: z.strictObject({
      number: z
        .string()
        .trim()
        .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/, {
          message: schemaMessage(localize('invalid.message.enter140Letters')),
        })
        .nullable(),
    }),
    answer: done,
    errors: ['customerNumberTaken'],
  }),
};

export { companyEndpoints as endpoints };
