import { useState } from 'react';
import { type Answer, call } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import type { Column } from '../../../../web/table/columns.ts';
import { DataTable } from '../../../../web/table/DataTable.tsx';
import { listQueryOf } from '../../../../web/table/listState.ts';
import { useListState } from '../../../../web/table/useListState.ts';
import { Badge, type Tone } from '../../../../web/ui/Badge.tsx';
import { ConfirmDialog } from '../../../../web/ui/dialog/ConfirmDialog.tsx';
import { EmptyState } from '../../../../web/ui/feedback/states.tsx';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import { FormDialog } from '../../../../web/ui/form/FormDialog.tsx';
import { useForm } from '../../../../web/ui/form/useForm.ts';
import { Link } from '../../../../web/ui/Link.tsx';
import type { Action } from '../../../../web/ui/menu/actions.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { formatMoney } from '../../../../web/ui/values/money.ts';
import { Money, RelativeTime } from '../../../../web/ui/values/values.tsx';
import { Reason } from './TransactionDialog.tsx';
import { text } from './text.ts';

type Row = Answer<'listApprovals'>['items'][number];
const states = ['waiting', 'approved', 'declined'] as const;
const tones: Record<Row['state'], Tone> = {
  waiting: 'warning',
  approved: 'good',
  declined: 'neutral',
};

/** Transactions waiting for second approval, and past ones. */
export default function Approvals() {
  const { state, change } = useListState('approvals', ['state']);
  const rows = useCall(
    'listApprovals',
    { query: listQueryOf(state) },
    { pollMs: 25_000, keepsPrevious: true },
  );
  const [approved, setApproved] = useState<Row | null>(null);
  const [declined, setDeclined] = useState<Row | null>(null);
  const run = useRun();
  const approve = async ({ id }: Row) => {
    await call('approveBooking', { params: { approvalId: id } });
    await run(text('approvedDone'), async () => undefined);
  };
  const actions: Action<Row>[] = [
    {
      ...{ id: 'approve', title: text('approve'), icon: 'check' },
      reason: (row) => row.approveProblem,
      run: ([row]) => row && setApproved(row),
    },
    {
      ...{ id: 'decline', title: text('decline'), icon: 'x' },
      reason: (row) => row.declineProblem,
      run: ([row]) => row && setDeclined(row),
    },
  ];
  return (
    <>
      <PageHeader title={text('approvalsTitle')} detail={text('approvalsDetail')} />
      <DataTable<Row>
        list="approvals"
        label={text('approvalsTitle')}
        columns={columns()}
        answer={rows}
        state={state}
        onChange={change}
        nameOf={(row) => row.customer.email}
        searchHint={text('searchApprovals')}
        filters={[
          {
            key: 'state',
            title: text('approvalState'),
            options: states.map((value) => ({ value, title: text(`approval_${value}`) })),
          },
        ]}
        rowActions={actions}
        empty={
          <EmptyState icon="check" title={text('noApprovals')} hint={text('noApprovalsHint')} />
        }
      />
      {approved && (
        <ConfirmDialog
          title={text('approveTitle', { amount: formatMoney(approved.amount, approved.currency) })}
          confirmLabel={text('approve')}
          onConfirm={() => approve(approved)}
          onClose={() => setApproved(null)}
        >
          {text('approveBody', {
            what: actionText(approved),
            email: approved.customer.email,
            by: approved.askedBy,
            reason: approved.reason,
          })}
        </ConfirmDialog>
      )}
      {declined && <Decline row={declined} onClose={() => setDeclined(null)} />}
    </>
  );
}

const actionText = ({ action, refundKind }: Row): string =>
  text(refundKind ? `refund_${refundKind}` : `asks_${action}`);

function Decline({ row, onClose }: { row: Row; onClose(): void }) {
  const form = useForm({ reason: '' });
  const decline = () =>
    form.save(text('declinedDone'), () =>
      call('declineBooking', { params: { approvalId: row.id }, body: form.values }),
    );
  return (
    <FormDialog
      title={text('declineTitle')}
      submitLabel={text('decline')}
      form={form}
      onSubmit={decline}
      onClose={onClose}
    >
      <p className="soft">
        {actionText(row)}: <Money amount={row.amount} currency={row.currency} />,{' '}
        <bdi dir="ltr">{row.customer.email}</bdi>
      </p>
      <Reason {...form.input('reason')} />
    </FormDialog>
  );
}

const columns = (): Column<Row>[] => [
  {
    key: 'customer',
    title: text('customer'),
    sort: 'email',
    isName: true,
    cell: ({ customer, companyId }) => (
      <Link className="link" to={`/billingManage/${companyId}/${customer.id}`}>
        <bdi dir="ltr">{customer.email}</bdi>
      </Link>
    ),
  },
  { key: 'what', title: text('what'), cell: (row) => actionText(row) },
  {
    key: 'amount',
    title: text('sum'),
    sort: 'amount',
    align: 'end',
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
  },
  { key: 'reason', title: text('reason'), cell: ({ reason }) => <bdi>{reason}</bdi> },
  {
    key: 'asked',
    title: text('asked'),
    sort: 'asked',
    cell: ({ askedAt, askedBy }) => (
      <>
        <RelativeTime at={askedAt} />
        <div className="soft">
          <bdi dir="ltr">{askedBy}</bdi>
        </div>
      </>
    ),
  },
  {
    key: 'state',
    title: text('approvalState'),
    cell: ({ state, decidedBy, note }) => (
      <>
        <Badge tone={tones[state]}>{text(`approval_${state}`)}</Badge>
        {decidedBy && (
          <div className="soft">
            <bdi dir="ltr">{decidedBy}</bdi>
            {note && (
              <>
                : <bdi>{note}</bdi>
              </>
            )}
          </div>
        )}
      </>
    ),
  },
  {
    key: 'company',
    title: text('seller'),
    isShown: false,
    cell: ({ company }) => <bdi>{company}</bdi>,
  },
];
