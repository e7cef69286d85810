import { billingWork, dashboardNotices } from '../../../../server/platform/dashboard/hooks.ts';
import { on } from '../../../../server/platform/hooks.ts';
import { defineSlice } from '../../../../server/platform/slice.ts';
import type { AnyTaskType } from '../../../../server/platform/tasks/task.ts';
import { accountingDocuments } from '../../accounting/server/index.ts';
import { onAllocationDecided } from '../../allocations/server/index.ts';
import { chargeRefunds, transactionSubjects } from '../../ledger/server/index.ts';
import { localize } from '../texts/localize.ts';
import { chargeApproval } from './charges/charges.ts';
import { documentsOfBookings } from './charges/documentsOfBookings.ts';
import { creditNoteApproval } from './creditNotes/credit.ts';
import { refundWithCreditNote } from './creditNotes/refundWithCreditNote.ts';
import { countMonthsToInvoice } from './due.ts';
import { exportedDocuments } from './export/exportDocuments.ts';
import { documentFiles } from './mail/mailing.ts';
import { documentMails } from './mail/mails.ts';
import { invoiceNotices } from './notices.ts';
import { invoiceRoutes } from './routes.ts';
import { rowRules } from './rowRules.ts';
import { invoicingRun } from './run/task.ts';
import { releaseDocument } from './withholdDocument.ts';

export const invoicesSlice = defineSlice({
  name: 'invoices',
  menu: [
    {
      id: 'documents',
      section: 'billing',
      path: '/billing/history/invoices',
      icon: 'file-text',
      title: localize('slice.menu.invoices'),
      access: 'billing.view',
    },
    {
      id: 'invoicing',
      section: 'billingAdmin',
      path: '/invoicing',
      icon: 'calculator',
      title: localize('slice.menu.invoicing'),
      access: 'ledger.view',
    },
  ],
  routes: invoiceRoutes,
  tasks: [invoicingRun as AnyTaskType],
  hooks: [
    on(billingWork, { id: 'months', path: '/invoicing', count: countMonthsToInvoice }),
    on(dashboardNotices, invoiceNotices),
    creditNoteApproval,
    chargeApproval,
    on(transactionSubjects, documentsOfBookings),
    on(chargeRefunds, refundWithCreditNote),
    on(onAllocationDecided, releaseDocument),
    on(accountingDocuments, exportedDocuments),
  ],
  mails: Object.values(documentMails),
  attachments: { invoiceDocument: documentFiles },
  rowRules,
});
