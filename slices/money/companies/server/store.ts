import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { userError } from '../../../../contract/errors/errors.ts';
import {
  lockedFields,
  requireFields,
} from '../../../../server/platform/access/fieldPermissions.ts';
import { hasPermission } from '../../../../server/platform/access/scope.ts';
import type { Context, SignedInContext } from '../../../../server/platform/context.ts';
import {
  containing,
  type ListRequest,
  readListPage,
} from '../../../../server/platform/database/listPage.ts';
import { announce } from '../../../../server/platform/events/hub.ts';
import { companyEndpoints } from '../contract.ts';
import { checkCurrency, checkRegion } from './countries.ts';
import { checkCurrencyChange } from './currency.ts';
import { writeNumber } from './numberFormat.ts';
import { checkTaxNumber } from './taxNumbers.ts';
import { type ExpectedVersion, requireCurrentVersion, versionsOf } from './versions.ts';

type ListAnswer = z.output<(typeof companyEndpoints)['listCompanies']['answer']>;
type Detail = z.output<(typeof companyEndpoints)['getCompany']['answer']>;
export type Settings = z.output<(typeof companyEndpoints)['createCompany']['body']>;

/** A company, with the data that other slices need. */
export interface Company {
  id: string;
  legalName: string;
  currency: string;
  country: string;
  minDeposit: string;
  paymentDays: number;
  bankName: string;
  bankHolder: string;
  bankAccount: string;
  bankSwift: string;
}

const columns = sql`
  c.id, c.legal_name as "legalName", c.currency, c.country, trim_scale(c.min_deposit)::text as "minDeposit", c.payment_days as "paymentDays",
  c.bank_name as "bankName", c.bank_holder as "bankHolder", c.bank_account as "bankAccount", c.bank_swift as "bankSwift"`;

/**
 * The access filter for companies: all for root, the assigned ones for billing administrators, none
 * for
 * others. `company` is a column of the query.
 */
export function companyAccessFilter(
  { actor }: Pick<Context, 'actor'>,
  company: string,
): RawBuilder<boolean> {
  if (actor?.role === 'root') return sql<boolean>`true`;
  if (actor?.role !== 'billingAdmin') return sql<boolean>`false`;
  return sql<boolean>`${sql.ref(company)} in (select company_id from company_admin where user_id = ${actor.userId})`;
}

/** Returns the sites billed by the companies in the caller's scope. */
export async function sitesOfCompanies(ctx: Pick<Context, 'db' | 'actor'>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select site.id from site join company c on c.id = company_of_site(site.id) where not site.is_sandbox and ${companyAccessFilter(ctx, 'c.id')}`.execute(
    ctx.db,
  );
  return rows.map(({ id }) => id);
}

export async function listCompanies(ctx: SignedInContext, query: ListRequest): Promise<ListAnswer> {
  const filter = query.filter
    ? [
        sql`(c.legal_name ilike ${containing(query.filter)} or c.tax_number ilike ${containing(query.filter)})`,
      ]
    : [];
  return await readListPage<ListAnswer['items'][number], ListAnswer['items'][number]>(
    ctx.db,
    {
      from: sql`company c`,
      columns: sql`c.id, c.legal_name as "legalName", c.country, c.currency, c.tax_number as "taxNumber",
        (select count(*)::integer from company_site s where s.company_id = c.id) as sites,
        (select count(*)::integer from company_admin a where a.company_id = c.id) as admins`,
      where: [companyAccessFilter(ctx, 'c.id'), ...filter],
      sorts: {
        name: { column: sql`lower(c.legal_name)`, type: 'text' },
        country: { column: sql`c.country`, type: 'text' },
        created: { column: sql`c.created_at`, type: 'timestamptz' },
      },
      id: { column: sql`c.id`, type: 'uuid' },
      defaultSorting: 'name',
      map: ({ id, legalName, country, currency, taxNumber, sites, admins }) => ({
        id,
        legalName,
        country,
        currency,
        taxNumber,
        sites,
        admins,
      }),
    },
    query,
  );
}

/** Returns a company in the caller's scope. Throws `notFound` for any other. */
export async function findCompany(ctx: SignedInContext, companyId: string): Promise<Company> {
  const { rows } =
    await sql<Company>`select ${columns} from company c where c.id = ${companyId} and ${companyAccessFilter(ctx, 'c.id')}`.execute(
      ctx.db,
    );
  if (!rows[0]) throw userError('notFound', { what: 'company', id: companyId });
  return rows[0];
}

/**
 * Returns the company that sells at a site: the site's own, or that of the nearest parent site with
 * one. Null if there is none.
 */
export async function companyOfSite(
  ctx: Pick<Context, 'db'>,
  siteId: string,
): Promise<Company | null> {
  const { rows } = await companyOfSiteQuery(siteId).execute(ctx.db);
  return rows[0] ?? null;
}

/** The query of `companyOfSite`, for statements that combine several reads. */
export const companyOfSiteQuery = (siteId: string): RawBuilder<Company> =>
  sql<Company>`select ${columns} from company c where c.id = company_of_site(${siteId})`;

export async function readCompany(ctx: SignedInContext, companyId: string): Promise<Detail> {
  await findCompany(ctx, companyId);
  const { rows } = await sql<{
    settings: Detail['settings'];
    billing: Detail['billingProperties'];
    sites: Detail['sites'];
    admins: Detail['admins'];
  }>`
    select
      jsonb_build_object('legalName', legal_name, 'street', street, 'city', city, 'region', region, 'postalCode', postal_code,
        'country', country, 'taxNumber', tax_number, 'currency', currency, 'documentSeries', document_series, 'numberFormat', number_format) as settings,
      jsonb_build_object('paymentDays', payment_days, 'minDeposit', trim_scale(min_deposit)::text, 'bankName', bank_name, 'bankHolder', bank_holder,
        'bankAccount', bank_account, 'bankSwift', bank_swift, 'mailsDocuments', mails_documents, 'approvalAbove', trim_scale(approval_above)::text,
        'foreignTax', foreign_tax, 'taxes', coalesce((
          select jsonb_agg(jsonb_build_object('name', name, 'rate', trim_scale(rate)::text, 'validFrom', valid_from, 'validTo', valid_to) order by lower(name), valid_from)
          from company_tax where company_id = c.id), '[]')) as billing,
      coalesce((select jsonb_agg(jsonb_build_object('id', site.id, 'name', site.name) order by site.name, site.id)
        from company_site cs join site on site.id = cs.site_id where cs.company_id = c.id), '[]') as sites,
      coalesce((select jsonb_agg(jsonb_build_object('id', a.user_id, 'name', account_email(a.user_id)) order by lower(account_email(a.user_id)), a.user_id)
        from company_admin a where a.company_id = c.id), '[]') as admins
    from company c where c.id = ${companyId}`.execute(ctx.db);
  const row = rows[0];
  if (!row) throw userError('notFound', { what: 'company', id: companyId });
  const { settings, billing, sites, admins } = row;
  const numberExample = writeNumber(settings.numberFormat, {
    series: settings.documentSeries,
    year: ctx.clock.now().getUTCFullYear(),
    number: 42,
  });
  const parts = { settings, billingProperties: billing, sites, admins };
  const [canManage, canBill] = [
    hasPermission(ctx, 'companies.manage'),
    hasPermission(ctx, 'companies.bill'),
  ];
  return {
    id: companyId,
    numberExample,
    ...parts,
    versions: versionsOf(parts),
    canManage,
    canBill,
    shut: lockedFieldsOf(ctx),
  };
}

/**
 * Returns the fields of each section that the caller can't change, with reasons in the caller's
 * language.
 */
function lockedFieldsOf(ctx: Pick<Context, 'actor' | 'language'>): Detail['shut'] {
  const fieldsOf = (endpoint: Parameters<typeof lockedFields>[1]) =>
    lockedFields(ctx, endpoint).map(({ field, why }) => ({ field, why: why[ctx.language] }));
  return {
    settings: fieldsOf(companyEndpoints.updateCompanySettings),
    billingProperties: fieldsOf(companyEndpoints.updateCompanyBilling),
  };
}

/** Validates and normalizes settings. Throws if they are invalid. */
function validateSettings(settings: Settings): Settings {
  checkRegion(settings, '');
  checkCurrency(settings.currency);
  return { ...settings, taxNumber: checkTaxNumber(settings) };
}

const rowOf = (settings: Settings) => ({
  ...{
    legal_name: settings.legalName,
    street: settings.street,
    city: settings.city,
    region: settings.region,
  },
  ...{
    postal_code: settings.postalCode,
    country: settings.country,
    tax_number: settings.taxNumber,
    currency: settings.currency,
  },
  ...{ document_series: settings.documentSeries, number_format: settings.numberFormat },
});

export async function createCompany(ctx: SignedInContext, input: Settings): Promise<string> {
  const settings = validateSettings(input);
  const row = rowOf(settings);
  const { rows } = await sql<{ id: string }>`
    insert into company (${sql.join(Object.keys(row).map((name) => sql.ref(name)))}, created_at, created_by)
    values (${sql.join(Object.values(row))}, ${ctx.clock.now()}, ${ctx.actor.userId}) returning id`.execute(
    ctx.db,
  );
  const id = rows[0]?.id ?? '';
  ctx.note({ targetType: 'company', targetId: id, after: settings });
  await announce(ctx.db, { topic: 'company', id });
  return id;
}

/**
 * Throws `companyChangedMeanwhile`, `fieldNotAllowed`, `companyCurrencyInUse`, and the errors of
 * invalid settings.
 */
export async function changeSettings(
  ctx: SignedInContext,
  companyId: string,
  { seen, ...newSettings }: Settings & ExpectedVersion,
): Promise<void> {
  // Serializes assignments of sites and price lists, and postings.
  await sql`select from company order by id for update`.execute(ctx.db);
  const before = await readCompany(ctx, companyId);
  requireCurrentVersion(before, 'settings', seen);
  requireFields(ctx, companyEndpoints.updateCompanySettings, before.settings, newSettings);
  const settings = validateSettings(newSettings);
  const changes = Object.entries(rowOf(settings)).map(
    ([name, value]) => sql`${sql.ref(name)} = ${value}`,
  );
  await sql`update company set ${sql.join(changes)} where id = ${companyId}`.execute(ctx.db);
  const currency = before.settings.currency;
  if (settings.currency !== currency)
    await checkCurrencyChange(ctx, {
      companyId,
      company: before.settings.legalName,
      before: currency,
      given: settings.currency,
    });
  ctx.note({
    targetType: 'company',
    targetId: companyId,
    before: before.settings,
    after: settings,
  });
  await announce(ctx.db, { topic: 'company', id: companyId });
}
