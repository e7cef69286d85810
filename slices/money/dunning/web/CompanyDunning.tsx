import { type Answer, call } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { ErrorState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { useEditedValue } from '../../../../web/ui/form/useEditedValue.ts';
import { useForm } from '../../../../web/ui/form/useForm.ts';
import { PolicyForm } from './PolicyForm.tsx';
import { type Policy, policyDraftOf, policyFields } from './steps.ts';
import { text } from './text.ts';

/** A company's dunning policy. */
export function CompanyDunning({ companyId }: { companyId: string }) {
  const dunning = useCall('getDunningPolicy', { params: { companyId } });
  if (dunning.isError && !dunning.data)
    return <ErrorState error={dunning.error} onRetry={() => void dunning.refetch()} />;
  if (!dunning.data) return <Skeleton count={6} />;
  return <Steps key={companyId} companyId={companyId} dunning={dunning.data} />;
}

function Steps({ companyId, dunning }: { companyId: string; dunning: Answer<'getDunningPolicy'> }) {
  const draft = useEditedValue(policyDraftOf(dunning), dunning.changedAt ?? '');
  const form = useForm({}, policyFields(draft.value));
  const save = (body: Policy) => {
    const change = () =>
      call('saveDunningPolicy', { params: { companyId }, body: { ...body, seen: draft.seen } });
    void form.save(text('saved'), () => draft.save(change));
  };
  return (
    <PolicyForm
      kept={draft}
      currency={dunning.currency}
      form={form}
      saveLabel={text('save')}
      hint={dunning.customers > 0 && <p>{text('ownCustomers', { count: dunning.customers })}</p>}
      onSave={save}
    />
  );
}
