import { type Caller, callers } from '../../../bench/harness/fleet.ts';
import type { Contract } from '../../../contract/index.ts';

type Operation = keyof Contract;
type Item = Record<string, string>;

/** A list whose reads are measured. */
export interface MeasuredList {
  operation: Operation;
  /** Callers with rows in the list. Defaults to all callers with its permission. */
  callers: readonly Caller[];
  /** Database pages per displayed row: more if a row is assembled from many tables. */
  pagesPerRow: number;
  /** For a path parameter: the list whose first row provides its value, for the same caller. */
  parameter?: { list: string; idOf: (item: Item) => string };
}

const accounts: readonly Caller[] = ['customer', 'parent', 'member'];

const list = (operation: Operation, options: Partial<MeasuredList> = {}): MeasuredList => ({
  operation,
  callers,
  pagesPerRow: 10,
  ...options,
});
const pagedList = (path: string, idOf = (item: Item) => item.id ?? '') => ({
  list: `${path}${path.includes('?') ? '' : '?'}size=5`,
  idOf,
});
const subnetOf = (network: Item) => (network.subnets as unknown as Item[])[0]?.id ?? '';

export const measuredLists: readonly MeasuredList[] = [
  list('listServers', { pagesPerRow: 16 }),
  list('getServerHistory', { parameter: pagedList('/servers') }),
  list('listRecordings', {
    parameter: pagedList('/servers'),
    callers: callers.filter((caller) => caller !== 'member'),
  }),
  list('listImages', { pagesPerRow: 20 }),
  // Each network with its interfaces, its subnets, and their addresses.
  list('listNetworks', { pagesPerRow: 36 }),
  list('listAddresses', { parameter: pagedList('/networks?filter=network&', subnetOf) }),
  list('getAddressHistory', { pagesPerRow: 20 }),
  list('listFirewallGroups', { pagesPerRow: 20 }),
  list('listQueue', { pagesPerRow: 14 }),
  list('listKeys'),
  list('listKeyUses', { parameter: pagedList('/apikeys', (item) => item.clientId ?? '') }),
  list('listBackups'),
  list('listSchedules'),
  list('listAlerts'),
  list('listAlertEvents', { parameter: pagedList('/alerts') }),
  list('listBudgets', { pagesPerRow: 20 }),
  list('listBudgetEvents', { parameter: pagedList('/budgets') }),
  list('listTransfers'),
  list('listMails', { pagesPerRow: 16 }),
  list('listSms', { pagesPerRow: 16 }),
  list('listUsers', {
    pagesPerRow: 16,
    callers: callers.filter((caller) => caller !== 'customer' && caller !== 'member'),
  }),
  list('userHistory', {
    parameter: pagedList('/users?role=user&sorting=-email&'),
    callers: ['parent', 'reseller', 'root'],
  }),
  list('listGroups'),
  list('listGroupMembers', {
    parameter: pagedList('/groups?sorting=-members&'),
    callers: ['parent'],
  }),
  list('listLog'),
  list('listLogins'),
  list('listOwnLog', { callers: accounts }),
  list('listOwnLogins', { callers: accounts }),
  list('listOwnDocuments', { callers: accounts, pagesPerRow: 20 }),
  list('listOwnTransactions', { callers: accounts, pagesPerRow: 20 }),
  list('listCustomers', { pagesPerRow: 20 }),
  list('listDeposits'),
];

const sellerListReason =
  'a list of what a company sells or has issued, for those who keep its books';
const portalListReason = 'a list that does not grow with the customers';

/** The other lists, each with the reason why the caller's access doesn't affect what it reads. */
export const otherLists: Partial<Record<Operation, string>> = {
  listPriceLists: portalListReason,
  listPriceListSites: portalListReason,
  listPriceListAccounts: sellerListReason,
  listExchangeRates: portalListReason,
  listCompanies: portalListReason,
  listUsage: 'of one account and month, calculated from its usage',
  listTransactions: 'of one customer: the same statement as listOwnTransactions',
  listApprovals: sellerListReason,
  listInvoicingFaults: sellerListReason,
  listInvoices: sellerListReason,
  listDocuments: sellerListReason,
  listCustomerDocuments: 'of one customer: the same statement as listOwnDocuments',
  listDisputes: sellerListReason,
  listPolicies: portalListReason,
  listDeliveries: portalListReason,
  listVendorRequests: portalListReason,
  listPackages: portalListReason,
  listHosts: portalListReason,
  listHostServers: portalListReason,
  listSites: portalListReason,
  listAgreements: portalListReason,
  listSignatures: 'of one agreement, for the administrators of its site',
  listMissingSignatures: 'of one agreement, for the administrators of its site',
  runReport: 'each report has its own statement and test',
};
