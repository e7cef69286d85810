import { Button } from '@mantine/core';
import { useState } from 'react';
import { type Answer, call } from '../../../web/client.ts';
import { useCall } from '../../../web/data/useCall.ts';
import { formatDate } from '../../../web/ui/moments.ts';
import { formatMoney } from '../../../web/ui/money.ts';
import { Section } from '../../../web/ui/Section.tsx';
import { ErrorState, Lines } from '../../../web/ui/states.tsx';
import { useProblems } from '../../../web/ui/useProblems.ts';
import { useRun } from '../../../web/ui/useRun.ts';
import { PolicyForm } from './PolicyForm.tsx';
import { Ahead, type Foreseen, Log } from './parts.tsx';
import type { Policy } from './steps.ts';
import { text } from './text.ts';

type Dunning = Answer<'getCustomerDunning'>;
interface Address {
  companyId: string;
  externalId: string;
}
const touched = ['getCustomerDunning'] as const;

/** By which steps a customer's debt is collected, what comes and what was done. */
export function CustomerDunning({ customer, currency }: { customer: Address; currency: string }) {
  const dunning = useCall('getCustomerDunning', { params: customer }, { topics: ['billing', 'company', 'user'], pollMs: 60_000 });
  if (dunning.isError && !dunning.data) return <ErrorState error={dunning.error} onRetry={() => void dunning.refetch()} />;
  if (!dunning.data) return <Lines count={6} />;
  const { data } = dunning;
  return (
    <>
      <Unpaid documents={data.documents} />
      {data.coming.map((foreseen) => (
        <Section key={foreseen.document.id} title={text('ahead')}>
          <Ahead foreseen={foreseen} />
        </Section>
      ))}
      <Steps customer={customer} currency={currency} dunning={data} />
      <Section title={text('done')}>
        <Log log={data.log} />
      </Section>
    </>
  );
}

function Unpaid({ documents }: { documents: Dunning['documents'] }) {
  return (
    <Section title={text('unpaid')}>
      {documents.length === 0 && <p className="soft">{text('noneUnpaid')}</p>}
      <ul className="dunning-list">
        {documents.map(({ id, number, unpaid, total, currency, dueOn }) => (
          <li key={id}>
            <bdi>{number}</bdi>
            <span>
              {text('unpaidLine', { unpaid: formatMoney(unpaid, currency), total: formatMoney(total, currency), day: formatDate(dueOn) })}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Steps({ customer, currency, dunning: { own, ofCompany } }: { customer: Address; currency: string; dunning: Dunning }) {
  const [simulated, setSimulated] = useState<readonly Foreseen[] | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { show, clear, ...problems } = useProblems(['steps', 'tolerance']);
  const run = useRun();
  const { isOn, steps, tolerance, taxesFees, changedAt } = own ?? ofCompany;
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    clear();
    setSimulated(null);
    await work().catch(show);
    setBusy(false);
  };
  const save = async (body: Policy) => {
    await call('saveCustomerDunning', { params: customer, body });
    await run(text('saved'), async () => undefined, touched);
  };
  const simulate = async (body: Policy) => setSimulated((await call('simulateDunning', { params: customer, body })).coming);
  const remove = () => void run(text('removed'), () => call('removeCustomerDunning', { params: customer }), touched);
  const followed = ofCompany.isOn ? text('followsCompany') : text('companyOff');
  return (
    <>
      <PolicyForm
        key={`${own === null} ${changedAt}`}
        value={{ isOn, steps, tolerance, taxesFees }}
        currency={currency}
        problems={problems}
        isBusy={isBusy}
        saveLabel={text('saveOwn')}
        hint={<p>{own ? text('hasOwn') : followed}</p>}
        onSave={(policy) => void attempt(() => save(policy))}
        actions={(policy) => (
          <>
            <Button variant="default" loading={isBusy} onClick={() => void attempt(() => simulate(policy))}>
              {text('simulate')}
            </Button>
            {own && (
              <Button variant="default" onClick={remove}>
                {text('removeOwn')}
              </Button>
            )}
          </>
        )}
      />
      {simulated && (
        <Section title={text('simulation')}>
          <div className="dunning-part" role="status">
            <p className="soft">{simulated.length === 0 ? text('simulatesNothing') : text('simulationHint')}</p>
            {simulated.map((foreseen) => (
              <Ahead key={foreseen.document.id} foreseen={foreseen} />
            ))}
          </div>
        </Section>
      )}
    </>
  );
}
