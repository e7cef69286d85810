import type { RequestedItem } from '../../../../slices/money/pricing/rules.ts';
import {
  decimalText,
  type Fraction,
  fraction,
  multiply,
  plus,
  rounded,
  zero,
} from '../../../../slices/money/pricing/server/testing/fraction.ts';
import {
  type HistoryEvent,
  linesOf,
  monthsOf,
  referenceSpansOf,
} from '../../../../slices/money/pricing/server/testing/referenceCalculator.ts';
import type { Reseller, Tax } from './companies.ts';
import {
  applyChange,
  type Configuration,
  type Customer,
  type StoryEvent,
  type YearScenario,
} from './scenario.ts';
import { overageOf, type Traffic } from './traffic.ts';

/** An expected invoice, calculated only from the events. Amounts are strings with two decimals. */
export interface ExpectedInvoice {
  /** `server item amount`, sorted, without zero amounts. */
  lines: string[];
  net: string;
  taxes: string[];
  total: string;
}

/**
 * The items for which a server is charged. Monthly billing is prepaid, so stopping the server
 * changes nothing.
 */
function itemsOf(configuration: Configuration): RequestedItem[] {
  if (configuration.state !== 'live') return [];
  const powerState = configuration.billingMode === 'hourly' ? configuration.power : 'on';
  const quantities: [string, number][] = [
    [`cpu.${configuration.cpuType}`, configuration.cores],
    ['ram.gb', configuration.ramMb / 1024],
    ['disk.gb', configuration.disks.reduce((sum, disk) => sum + disk, 0)],
    ['ip.wan', 1],
    [`traffic.${configuration.trafficPackage}`, configuration.trafficPackage ? 1 : 0],
    ['managed.server', configuration.managed ? 1 : 0],
  ];
  return quantities
    .filter(([, quantity]) => quantity > 0)
    .map(([item, quantity]) => ({
      item,
      quantity: String(quantity),
      mode: configuration.billingMode,
      powerState,
    }));
}

/** The items of each server over time, by server name. */
export type Histories = ReadonlyMap<string, HistoryEvent[]>;

function historiesOf(events: readonly StoryEvent[]): Histories {
  const configurations = new Map<string, Configuration>();
  const histories = new Map<string, HistoryEvent[]>();
  for (const { at, server, change } of events) {
    const after = applyChange(configurations.get(server), change);
    configurations.set(server, after);
    histories.set(server, [...(histories.get(server) ?? []), { at, items: itemsOf(after) }]);
  }
  return histories;
}

/** All events of the simulation. */
export interface Year {
  story: YearScenario;
  histories: Histories;
  /** Keyed by server name. */
  traffic: ReadonlyMap<string, Traffic[]>;
}

export const yearOf = (scenario: YearScenario, traffic: readonly Traffic[]): Year => ({
  ...{ story: scenario, histories: historiesOf(scenario.happenings) },
  traffic: Map.groupBy(traffic, ({ server }) => server),
});

/**
 * The expected invoice of a customer for the month (1–12), for its own items and those for which it
 * pays. Null if there are no charges.
 */
export function invoiceOf(
  { story, histories, traffic }: Year,
  reseller: Reseller,
  payer: Customer,
  month: number,
): ExpectedInvoice | null {
  const calendar = monthsOf(reseller.timeZone)[month - 1];
  if (!calendar) throw new Error(`There is no month ${month}.`);
  const customers = story.resellers.find((one) => one.reseller === reseller)?.customers ?? [];
  const servers = customers
    .filter((customer) => (customer.payer ?? customer) === payer)
    .flatMap((customer) => customer.servers);
  const lines: string[] = [];
  let net = zero;
  for (const server of servers) {
    const events = histories.get(server) ?? [];
    const spans = referenceSpansOf(events, reseller.prices);
    const overage = overageOf(reseller, events, traffic.get(server) ?? [], calendar, month);
    if (overage) {
      lines.push(`${server} overage.traffic ${decimalText(overage, 2)}`);
      net = plus(net, overage);
    }
    for (const { item, amount } of linesOf(spans, calendar, calendar.ends)) {
      if (amount === '0.00') continue;
      lines.push(`${server} ${item} ${amount}`);
      net = plus(net, fraction(amount));
    }
  }
  if (lines.length === 0) return null;
  const taxed = taxesAt(reseller, calendar.ends).map((tax) => ({ tax, amount: taxOf(net, tax) }));
  const total = taxed.reduce((sum, { amount }) => plus(sum, amount), net);
  return {
    lines: lines.sort(),
    net: decimalText(net, 2),
    taxes: taxed
      .map(({ tax, amount }) => `${tax.name} ${Number(tax.rate)} ${decimalText(amount, 2)}`)
      .sort(),
    total: decimalText(total, 2),
  };
}

const taxOf = (net: Fraction, tax: Tax): Fraction =>
  rounded(multiply(net, fraction(tax.rate, 100n)), 2);

/** The taxes on the last day of the month, in the reseller's calendar. */
function taxesAt({ taxes, timeZone }: Reseller, monthEnd: number): Tax[] {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone }).format((monthEnd - 1) * 1000);
  return taxes.filter(
    ({ validFrom, validTo }) => validFrom <= day && (validTo === null || day <= validTo),
  );
}
