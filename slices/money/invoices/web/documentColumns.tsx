import type { Answer } from '../../../../web/client.ts';
import type { Column } from '../../../../web/table/columns.ts';
import { Money, RelativeTime } from '../../../../web/ui/values/values.tsx';
import { MailStatus } from './MailStatus.tsx';
import { AllocationBadge, Day, Downloads, Month } from './parts.tsx';
import { text } from './text.ts';

/** The fields that customers and billing administrators both see. */
type Document =
  | Answer<'listOwnDocuments'>['items'][number]
  | Answer<'listCustomerDocuments'>['items'][number];

/** The kind of an invoice without a month. */
export const kindOf = ({ kind, origin }: Pick<Document, 'kind' | 'origin'>): string =>
  text(kind === 'invoice' && origin !== 'month' ? `kind_${origin}` : `kind_${kind}`);

/**
 * The shared columns of document lists, in the current language. Documents waiting for the tax
 * authority are visible only to administrators of the company.
 */
export const documentColumns = (isManaged: boolean) =>
  ({
    kind: { key: 'kind', title: text('kind'), cell: (row) => kindOf(row) },
    period: {
      key: 'period',
      title: text('month'),
      cell: ({ period }) => <Month period={period} />,
    },
    issued: {
      key: 'issued',
      title: text('issuedAt'),
      sort: 'issuedAt',
      cell: ({ issuedAt, mailed }) => (
        <>
          <RelativeTime at={issuedAt} />
          <div>
            <MailStatus mailed={mailed} />
          </div>
        </>
      ),
    },
    due: {
      key: 'due',
      title: text('dueOn'),
      cell: ({ dueOn }) => (dueOn ? <Day on={dueOn} /> : '–'),
    },
    total: {
      key: 'total',
      title: text('total'),
      align: 'end',
      cell: ({ total, currency }) => <Money amount={total} currency={currency} />,
    },
    open: {
      key: 'open',
      title: text('document'),
      cell: ({ id, number, isEInvoice, allocation }) => (
        <>
          <AllocationBadge allocation={allocation} />
          {(isManaged || !allocation?.isHeld) && (
            <Downloads documentId={id} name={number} isEInvoice={isEInvoice} isInRow />
          )}
        </>
      ),
    },
  }) satisfies Record<string, Column<Document>>;
