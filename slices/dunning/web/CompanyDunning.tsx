import { call } from '../../../web/client.ts';
import { useCall } from '../../../web/data/useCall.ts';
import { ErrorState, Lines } from '../../../web/ui/states.tsx';
import { useSave } from '../../../web/ui/useSave.ts';
import { PolicyForm } from './PolicyForm.tsx';
import type { Policy } from './steps.ts';
import { text } from './text.ts';

/** How a company collects what its customers owe. */
export function CompanyDunning({ companyId }: { companyId: string }) {
  const dunning = useCall('getDunningPolicy', { params: { companyId } }, { topics: [`company:${companyId}`] });
  const saving = useSave(['steps', 'tolerance']);
  if (dunning.isError && !dunning.data) return <ErrorState error={dunning.error} onRetry={() => void dunning.refetch()} />;
  if (!dunning.data) return <Lines count={6} />;
  const { isOn, steps, tolerance, taxesFees, changedAt, currency, customers } = dunning.data;
  const save = (body: Policy) =>
    void saving.save(text('saved'), () => call('saveDunningPolicy', { params: { companyId }, body }), ['getDunningPolicy']);
  return (
    <PolicyForm
      key={changedAt}
      value={{ isOn, steps, tolerance, taxesFees }}
      currency={currency}
      problems={saving}
      isBusy={saving.isBusy}
      saveLabel={text('save')}
      hint={customers > 0 && <p>{text('ownCustomers', { count: String(customers) })}</p>}
      onSave={save}
    />
  );
}
