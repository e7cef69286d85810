import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Answer, addressOf } from '../../../../web/client.ts';
import { pathOfAnswer } from '../../../../web/navigation.ts';
import { Badge, type Tone } from '../../../../web/ui/Badge.tsx';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { Link } from '../../../../web/ui/Link.tsx';
import { Box, Row, Stack, Text } from '../../../../web/ui/layout/Layout.tsx';
import { formatDate } from '../../../../web/ui/values/moments.ts';
import { monthName } from '../../../../web/ui/values/months.ts';
import { Money } from '../../../../web/ui/values/values.tsx';
import styles from './invoices.module.css';
import { text } from './text.ts';

export type Overview = Answer<'getInvoicing'>;
export type Fault = Overview['faults'][number];
export type InvoiceState = Answer<'getInvoiceStatus'>['state'];
export type RunState = Overview['run']['state'];

/** A draft doesn't progress on its own, so it isn't shown as busy. */
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

/** The state of a run. A run that left customers blocked isn't done. */
export function RunBadge({ state, blocked }: { state: RunState; blocked: number }) {
  if (state === 'done' && blocked > 0)
    return <Badge tone="warning">{text('run_partial', { count: blocked })}</Badge>;
  return <Badge tone={runTones[state]}>{text(`run_${state}`)}</Badge>;
}

/** How many customers the month has, and how many of them are blocked. */
export const checkSummary = ({
  customers,
  blocked,
}: {
  customers: number;
  blocked: number;
}): string =>
  blocked === 0 ? text('checkedClear', { customers }) : text('checked', { customers, blocked });

/** Blocking problems, each with the screen where it is fixed. */
export function Faults({ faults }: { faults: readonly Fault[] }) {
  return (
    <Stack as="ul" gap={10}>
      {faults.map((fault) => (
        <Row as="li" gap="4px 14px" align="center" wrap="anywhere" key={fault.code}>
          <Badge tone={fault.isBlocking ? 'bad' : 'warning'}>{fault.title}</Badge>
          <span className="soft">{fault.remedy}</span>
          <Link className="link" to={pathOfAnswer(fault.link)}>
            {text('mend')}
          </Link>
        </Row>
      ))}
    </Stack>
  );
}

/** The month's name without line breaks. */
export const Month = ({ period }: { period: string }) => (
  <Box as="bdi" wrap="never">
    {monthName(period)}
  </Box>
);

/** A date without line breaks. */
export const Day = ({ on }: { on: string }) => (
  <Text dateTime={on} as="time" wrap="never">
    {formatDate(on)}
  </Text>
);

/** The unpaid amount of a document. Empty for a credit note. */
export function OpenAmount({ open, currency }: { open: string | null; currency: string }) {
  if (open === null) return <>–</>;
  if (open === '0') return <Badge tone="good">{text('paid')}</Badge>;
  return <Money amount={open} currency={currency} />;
}

type Allocation = Answer<'listOwnDocuments'>['items'][number]['allocation'];

/** The state of a document at the tax authority, if it is relevant. */
export function AllocationBadge({ allocation }: { allocation: Allocation }) {
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
  /** In list rows, shows only two actions side by side, without icons. */
  isInRow?: boolean;
  /** Further actions. */
  children?: ReactNode;
}

/** Downloads of a document: print view, PDF, CSV for spreadsheets, and XML for machines. */
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
    <Row as="span" className={styles.invoiceDownloads} data-in-row={isInRow || undefined}>
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
    </Row>
  );
}
