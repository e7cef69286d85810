import type { MenuEntry } from '../../../contract/menu.ts';
import type { AnyTaskType } from '../../../server/platform/tasks/task.ts';
import { invoicingRun } from './task.ts';
import './booked.ts';
import './giveBack.ts';

export { followAllocations } from './allocating.ts';
export { countMonthsToInvoice } from './due.ts';
export { issueLateFee } from './fees.ts';
export { invoiceProblems } from './invariants.ts';
export { isIssued } from './issued.ts';
export { invoiceNews } from './news.ts';
export { ratesToday } from './oneOff.ts';
export { invoiceRoutes } from './routes.ts';
export { type UnpaidDocument, unpaidDocuments } from './unpaid.ts';

export const invoiceTasks: readonly AnyTaskType[] = [invoicingRun as AnyTaskType];

export const invoiceMenu: MenuEntry[] = [
  {
    id: 'documents',
    section: 'billing',
    path: '/billing/history/invoices',
    icon: 'file-text',
    title: { en: 'Invoices', he: 'חשבוניות' },
    access: 'billing.view',
  },
  {
    id: 'invoicing',
    section: 'billingAdmin',
    path: '/invoicing',
    icon: 'calculator',
    title: { en: 'Invoicing', he: 'הפקת חשבוניות' },
    access: 'ledger.view',
  },
];
