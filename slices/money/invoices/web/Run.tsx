import { Button } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../../web/client.ts';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import { Row, Stack } from '../../../../web/ui/layout/Layout.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { formatMoney } from '../../../../web/ui/values/money.ts';
import { formatMoment } from '../../../../web/ui/values/values.tsx';
import { IssueDialog } from './IssueDialog.tsx';
import { type Overview, RunBadge } from './parts.tsx';
import { text } from './text.ts';

/** Starts and stops the run, and shows its progress. */
export function Run({ month }: { month: Overview }) {
  const { company, period, run, counts, totals } = month;
  const params = { companyId: company.id, period };
  const change = useRun();
  const [isBusy, setBusy] = useState(false);
  const [isIssuing, setIssuing] = useState(false);
  const whileBusy = async (work: () => Promise<unknown>) => {
    setBusy(true);
    await work();
    setBusy(false);
  };
  const draft = () =>
    whileBusy(() =>
      change(text('started'), () =>
        call('runInvoicing', { params: params, body: { issues: false } }),
      ),
    );
  const stop = () =>
    whileBusy(() => change(text('stopping'), () => call('stopInvoicing', { params: params })));
  const isRunning = run.state === 'running';
  return (
    <Section title={text('run')}>
      <Stack gap={10}>
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
        <Row gap="8px 10px">
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
        </Row>
      </Stack>
      {isIssuing && <IssueDialog month={month} onClose={() => setIssuing(false)} />}
    </Section>
  );
}
