import { call } from '../../../web/client.ts';
import { useCall } from '../../../web/data/useCall.ts';
import { ConfirmDialog } from '../../../web/ui/ConfirmDialog.tsx';
import { useRun } from '../../../web/ui/useRun.ts';
import { checked, type Overview } from './parts.tsx';
import { runTouches } from './runTouches.ts';
import { text } from './text.ts';

/**
 * Asks before documents get their numbers, with how many customers the run is about: what is issued
 * is only taken back by a credit note.
 */
export function IssueDialog({
  month: { company, period, faults, counts },
  onClose,
}: {
  month: Overview;
  onClose(): void;
}) {
  const where = { companyId: company.id, period };
  const found = useCall('listInvoicingFaults', { params: where, query: { size: '5' } });
  const run = useRun();
  return (
    <ConfirmDialog
      title={text('issueAll')}
      confirmLabel={text('issueAll')}
      onConfirm={async () => {
        await call('runInvoicing', { params: where, body: { issues: true } });
        await run(text('started'), async () => undefined, runTouches);
      }}
      onClose={onClose}
    >
      {found.data && <p>{checked(found.data)}</p>}
      {counts.issued > 0 && <p>{text('issuedAlready', { issued: counts.issued })}</p>}
      {faults.some(({ isBlocking }) => isBlocking) && <p>{text('issueNone')}</p>}
      <p>{text('issueText')}</p>
    </ConfirmDialog>
  );
}
