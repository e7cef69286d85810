import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type Answer, addressOf } from '../../../web/client.ts';
import { Badge, type Tone } from '../../../web/ui/Badge.tsx';
import { Icon } from '../../../web/ui/Icon.tsx';
import { formatDate } from '../../../web/ui/moments.ts';
import { monthName } from '../../../web/ui/months.ts';
import { Money } from '../../../web/ui/values.tsx';
import { text } from './text.ts';

export type Overview = Answer<'getInvoicing'>;
export type Fault = Overview['faults'][number];
export type InvoiceState = Answer<'getInvoiceStatus'>['state'];
export type RunState = Overview['run']['state'];

/** A draft waits for a run and does not progress on its own. */
const stateTones: Record<InvoiceState, Tone> = {
  draft: 'neutral',
  blocked: 'bad',
  empty: 'neutral',
  issued: 'good',
};
const runTones: Record<RunState, Tone> = {
  none: 'neutral',
  running: 'busy',
  stopped: 'warning',
  failed: 'bad',
  done: 'good',
};

export const StateBadge = ({ state }: { state: InvoiceState }) => (
  <Badge tone={stateTones[state]}>{text(`state_${state}`)}</Badge>
);

/** How a run went. One that left customers blocked is not done, whatever it did for the others. */
export function RunBadge({ state, blocked }: { state: RunState; blocked: number }) {
  if (state === 'done' && blocked > 0)
    return <Badge tone="warning">{text('run_partial', { count: blocked })}</Badge>;
  return <Badge tone={runTones[state]}>{text(`run_${state}`)}</Badge>;
}

/** How many customers the month is about, and of how many something stands in the way. */
export const checked = ({ customers, blocked }: { customers: number; blocked: number }): string =>
  blocked === 0 ? text('checkedClear', { customers }) : text('checked', { customers, blocked });

/** Blocking problems, each with the screen where it is fixed. */
export function Faults({ faults }: { faults: readonly Fault[] }) {
  return (
    <ul className="invoice-faults">
      {faults.map((fault) => (
        <li key={fault.code}>
          <Badge tone={fault.isBlocking ? 'bad' : 'warning'}>{fault.title}</Badge>
          <span className="soft">{fault.remedy}</span>
          <Link className="link" to={fault.link as string}>
            {text('mend')}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The month's name in one piece. */
export const Month = ({ period }: { period: string }) => (
  <bdi className="invoice-month">{monthName(period)}</bdi>
);

/** A day of the calendar, in one piece. */
export const Day = ({ on }: { on: string }) => (
  <time dateTime={on} className="invoice-month">
    {formatDate(on)}
  </time>
);

/** What of a document is unpaid; nothing of a credit note. */
export function Open({ open, currency }: { open: string | null; currency: string }) {
  if (open === null) return <>–</>;
  if (open === '0') return <Badge tone="good">{text('paid')}</Badge>;
  return <Money amount={open} currency={currency} />;
}

type Allocation = Answer<'listOwnDocuments'>['items'][number]['allocation'];

/** How a document stands with the tax authority, where that matters. */
export function AllocationMark({ allocation }: { allocation: Allocation }) {
  if (!allocation || allocation.state === 'notNeeded') return null;
  const { state, number, isHeld } = allocation;
  if (state === 'approved')
    return <small className="soft">{text('allocationNumber', { number: number ?? '' })}</small>;
  if (isHeld)
    return (
      <Badge tone="warning">
        {text(state === 'cancelled' ? 'allocationCancelled' : 'allocationWaits')}
      </Badge>
    );
  return <Badge tone="neutral">{text('allocationNone')}</Badge>;
}

interface DownloadsProps {
  documentId: string;
  name: string;
  isEInvoice: boolean;
  /** In a row of a list: two beside each other, without icons. */
  isInRow?: boolean;
  /** What else can be done with it. */
  children?: ReactNode;
}

/** The document to print, as PDF, its lines for a spreadsheet, and what a computer reads of it. */
export function Downloads({
  documentId,
  name,
  isEInvoice,
  isInRow = false,
  children,
}: DownloadsProps) {
  const link = (format: 'html' | 'pdf' | 'csv' | 'ubl') =>
    addressOf('downloadDocument', { query: { document: documentId, format } });
  const icon = (shape: 'external-link' | 'download') =>
    isInRow ? undefined : <Icon name={shape} size={15} />;
  const file = (format: 'pdf' | 'csv' | 'ubl') => {
    const title = format.toUpperCase();
    return (
      <Button
        component="a"
        href={link(format)}
        size="xs"
        variant="default"
        leftSection={icon('download')}
        aria-label={`${title} ${name}`}
      >
        {title}
      </Button>
    );
  };
  return (
    <span className={isInRow ? 'invoice-downloads-in-row' : 'invoice-downloads'}>
      <Button
        component="a"
        href={link('html')}
        target="_blank"
        rel="noreferrer"
        size="xs"
        variant="default"
        leftSection={icon('external-link')}
        aria-label={`${text('open')} ${name}`}
      >
        {text('open')}
      </Button>
      {file('pdf')}
      {file('csv')}
      {isEInvoice && file('ubl')}
      {children}
    </span>
  );
}
