import { Button } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../web/client.ts';
import { formatMoney } from '../../../web/ui/money.ts';
import { Section } from '../../../web/ui/Section.tsx';
import { useRun } from '../../../web/ui/useRun.ts';
import { formatMoment } from '../../../web/ui/values.tsx';
import { IssueDialog } from './IssueDialog.tsx';
import { type Overview, RunBadge } from './parts.tsx';
import { runTouches } from './runTouches.ts';
import { text } from './text.ts';

/** Starts the run, shows how far it is, stops it. */
export function Run({ month }: { month: Overview }) {
  const { company, period, run, counts, totals } = month;
  const where = { companyId: company.id, period };
  const change = useRun();
  const [isBusy, setBusy] = useState(false);
  const [isIssuing, setIssuing] = useState(false);
  const during = async (work: () => Promise<unknown>) => {
    setBusy(true);
    await work();
    setBusy(false);
  };
  const draft = () =>
    during(() =>
      change(
        text('started'),
        () => call('runInvoicing', { params: where, body: { issues: false } }),
        runTouches,
      ),
    );
  const stop = () =>
    during(() =>
      change(text('stopping'), () => call('stopInvoicing', { params: where }), runTouches),
    );
  const isRunning = run.state === 'running';
  return (
    <Section title={text('run')}>
      <div className="invoice-part">
        {!month.isOpen && <p>{text('opensAt', { moment: formatMoment(month.opensAt) })}</p>}
        {run.startedAt && (
          <p>
            <RunBadge state={run.state} blocked={counts.blocked} />{' '}
            <span className="soft">
              {text('startedBy', { who: run.startedBy, when: formatMoment(run.startedAt) })}
            </span>
          </p>
        )}
        {isRunning && (
          <div
            className="progress"
            role="progressbar"
            aria-label={text('run')}
            aria-valuenow={run.progress}
            aria-valuemin={0}
            aria-valuemax={100}
          >
            <span style={{ inlineSize: `${run.progress}%` }} />
          </div>
        )}
        <p>{text('counts', { ...counts })}</p>
        {totals.map(({ amount, currency, state }) => (
          <p key={`${currency}${state}`} className="soft">
            {text(`state_${state}`)}: <bdi className="number">{formatMoney(amount, currency)}</bdi>
          </p>
        ))}
        <p className="soft">{text('runHint')}</p>
        <div className="invoice-row">
          {isRunning ? (
            <Button
              variant="default"
              loading={isBusy}
              disabled={run.isStopping}
              onClick={() => void stop()}
            >
              {text(run.isStopping ? 'isStopping' : 'stop')}
            </Button>
          ) : (
            <>
              <Button disabled={!month.isOpen} onClick={() => setIssuing(true)}>
                {text('issueAll')}
              </Button>
              <Button
                variant="default"
                loading={isBusy}
                disabled={!month.isOpen}
                onClick={() => void draft()}
              >
                {text('draftAll')}
              </Button>
            </>
          )}
        </div>
      </div>
      {isIssuing && <IssueDialog month={month} onClose={() => setIssuing(false)} />}
    </Section>
  );
}
