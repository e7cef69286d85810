import { storeReadings } from '../../../../slices/cloud/metering/server/index.ts';
import {
  type Fraction,
  fraction,
  isGreater,
  minus,
  multiply,
  plus,
  rounded,
  zero,
} from '../../../../slices/money/pricing/server/testing/fraction.ts';
import {
  type HistoryEvent,
  type Month,
  monthsOf,
} from '../../../../slices/money/pricing/server/testing/referenceCalculator.ts';
import { clock } from '../../../platform/clock.ts';
import type { TestApp } from '../../../testing/app.ts';
import type { Reseller } from './companies.ts';
import { Dice, type YearScenario } from './scenario.ts';
import type { Harness, Servers, SimulatedUser } from './simulation.ts';

const hour = 3600;
const gigabyte = 1_000_000_000n;

/**
 * The external traffic of a server in one hour, and whether it was recorded only after its month
 * was invoiced.
 */
export interface Traffic {
  server: string;
  /** Start of the hour, in seconds since 1970. */
  hour: number;
  bytes: number;
  /** 1–12, in the reseller's calendar. */
  month: number;
  isLate: boolean;
}

/**
 * Generates up to three hours with traffic for each month in which a server existed. Some are
 * recorded late.
 */
export function describeTraffic(scenario: YearScenario, seed = 7): Traffic[] {
  const dice = new Dice(seed);
  const traffics: Traffic[] = [];
  for (const { reseller, customers } of scenario.resellers)
    for (const server of customers.flatMap((customer) => customer.servers)) {
      const createdAt =
        scenario.happenings.find((event) => event.server === server)?.at ??
        Number.POSITIVE_INFINITY;
      for (const [index, month] of monthsOf(reseller.timeZone).slice(0, 12).entries()) {
        const start = Math.max(month.starts, Math.ceil(createdAt / hour) * hour);
        const hours = Array.from(
          { length: start < month.ends ? dice.below(4) : 0 },
          () => start + dice.below((month.ends - start) / hour) * hour,
        );
        for (const at of new Set(hours))
          traffics.push({
            ...{ server, hour: at, month: index + 1, isLate: dice.below(6) === 0 },
            bytes: dice.of([
              500_000_000, 299_999_999_999, 1_000_500_000_000, 2_345_678_901_234, 6_000_000_000_000,
            ]),
          });
      }
    }
  return traffics;
}

/** Sends the given usage records to the portal. */
export async function getTraffic(
  app: TestApp,
  { owners }: Harness,
  servers: Servers,
  traffic: readonly Traffic[],
): Promise<void> {
  const readings = traffic.map(({ server, hour: at, bytes }) => {
    const { client, shop } = owners.get(server) as SimulatedUser;
    const subjectId = servers.get(server)?.id ?? '';
    return {
      subjectId,
      kind: 'traffic' as const,
      hour: new Date(at * 1000),
      ownerId: client.userId,
      siteId: shop.siteId,
      quantity: bytes,
    };
  });
  await storeReadings(app.portal.services.database, readings, clock.now());
}

/** The expected overage charge of a server for the month (1–12). Null if there is none. */
export function overageOf(
  { prices }: Pick<Reseller, 'prices'>,
  events: readonly HistoryEvent[],
  traffic: readonly Traffic[],
  calendar: Month,
  month: number,
): Fraction | null {
  const meteredTraffic = traffic.filter(
    (one) => (one.isLate ? one.month + 1 : one.month) === month && !isUnmetered(events, one.hour),
  );
  if (meteredTraffic.length === 0) return null;
  const bytes = meteredTraffic.reduce((sum, one) => sum + BigInt(one.bytes), 0n);
  const overage = minus(fraction(bytes, gigabyte), packaged(events, calendar));
  if (isGreater(fraction(1), overage)) return null;
  const first = Math.max(calendar.starts, Math.min(...meteredTraffic.map((one) => one.hour)));
  const price = prices
    .filter(({ from }) => from <= first)
    .at(-1)
    ?.items.find(({ code }) => code === 'overage.traffic')?.monthly;
  return rounded(
    multiply(fraction(overage.numerator / overage.denominator), fraction(price ?? 0)),
    2,
  );
}

/**
 * The periods (in seconds) in which a server had items with a matching code, and the matched size.
 */
function usageSpans(
  events: readonly HistoryEvent[],
  code: RegExp,
): { from: number; to: number; size: string }[] {
  return events.flatMap(({ at, items }, index) =>
    items.flatMap(({ item }) => {
      const size = code.exec(item)?.[1];
      return size === undefined
        ? []
        : [{ from: at, to: events[index + 1]?.at ?? Number.POSITIVE_INFINITY, size }];
    }),
  );
}

const isUnmetered = (events: readonly HistoryEvent[], at: number): boolean =>
  usageSpans(events, /^traffic\.(\d+)$/).some(({ from, to }) => from < at + hour && to > at);

const packaged = (events: readonly HistoryEvent[], { starts, ends }: Month): Fraction =>
  usageSpans(events, /^traffic\.t(\d+)$/).reduce((sum, { from, to, size }) => {
    const seconds = Math.max(0, Math.min(to, ends) - Math.max(from, starts));
    return plus(sum, multiply(fraction(size), fraction(seconds, BigInt(ends - starts))));
  }, zero);
