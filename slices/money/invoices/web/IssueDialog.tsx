import { call } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { ConfirmDialog } from '../../../../web/ui/dialog/ConfirmDialog.tsx';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import { checkSummary, type Overview } from './parts.tsx';

import { text } from './text.ts';

/**
 * Asks for confirmation before documents get their numbers, with the number of customers. An issued
 * document can be reversed only by a credit note.
 */
export function IssueDialog({
  month: { company, period, faults, counts },
  onClose,
}: {
  month: Overview;
  onClose(): void;
}) {
  const params = { companyId: company.id, period };
  const found = useCall('listInvoicingFaults', { params: params, query: { size: '5' } });
  const run = useRun();
  return (
    <ConfirmDialog
      title={text('issueAll')}
      confirmLabel={text('issueAll')}
      onConfirm={async () => {
        await call('runInvoicing', { params: params, body: { issues: true } });
        await run(text('started'), async () => undefined);
      }}
      onClose={onClose}
    >
      {found.data && <p>{checkSummary(found.data)}</p>}
      {counts.issued > 0 && <p>{text('issuedAlready', { issued: counts.issued })}</p>}
      {faults.some(({ isBlocking }) => isBlocking) && <p>{text('issueNone')}</p>}
      <p>{text('issueText')}</p>
    </ConfirmDialog>
  );
}
