import { storeReadings } from '../../../../slices/cloud/metering/server/index.ts';
import {
  type Fraction,
  fraction,
  isMore,
  minus,
  plus,
  rounded,
  times,
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
import type { Harness, Person, Servers } from './play.ts';
import { Dice, type Story } from './story.ts';

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
export function describeTraffic(story: Story, seed = 7): Traffic[] {
  const dice = new Dice(seed);
  const told: Traffic[] = [];
  for (const { reseller, customers } of story.resellers)
    for (const server of customers.flatMap((customer) => customer.servers)) {
      const made =
        story.happenings.find((happening) => happening.server === server)?.at ??
        Number.POSITIVE_INFINITY;
      for (const [index, month] of monthsOf(reseller.timeZone).slice(0, 12).entries()) {
        const begin = Math.max(month.starts, Math.ceil(made / hour) * hour);
        const hours = Array.from(
          { length: begin < month.ends ? dice.below(4) : 0 },
          () => begin + dice.below((month.ends - begin) / hour) * hour,
        );
        for (const at of new Set(hours))
          told.push({
            ...{ server, hour: at, month: index + 1, isLate: dice.below(6) === 0 },
            bytes: dice.of([
              500_000_000, 299_999_999_999, 1_000_500_000_000, 2_345_678_901_234, 6_000_000_000_000,
            ]),
          });
      }
    }
  return told;
}

/** Sends the given usage records to the portal. */
export async function getTraffic(
  app: TestApp,
  { owners }: Harness,
  servers: Servers,
  traffic: readonly Traffic[],
): Promise<void> {
  const readings = traffic.map(({ server, hour: at, bytes }) => {
    const { client, shop } = owners.get(server) as Person;
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
  const counted = traffic.filter(
    (one) => (one.isLate ? one.month + 1 : one.month) === month && !isUnmetered(events, one.hour),
  );
  if (counted.length === 0) return null;
  const bytes = counted.reduce((sum, one) => sum + BigInt(one.bytes), 0n);
  const beyond = minus(fraction(bytes, gigabyte), packaged(events, calendar));
  if (isMore(fraction(1), beyond)) return null;
  const first = Math.max(calendar.starts, Math.min(...counted.map((one) => one.hour)));
  const price = prices
    .filter(({ from }) => from <= first)
    .at(-1)
    ?.items.find(({ code }) => code === 'overage.traffic')?.monthly;
  return rounded(times(fraction(beyond.numerator / beyond.denominator), fraction(price ?? 0)), 2);
}

/**
 * The periods (in seconds) in which a server had items with a matching code, and the matched size.
 */
function had(
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
  had(events, /^traffic\.(\d+)$/).some(({ from, to }) => from < at + hour && to > at);

const packaged = (events: readonly HistoryEvent[], { starts, ends }: Month): Fraction =>
  had(events, /^traffic\.t(\d+)$/).reduce((sum, { from, to, size }) => {
    const seconds = Math.max(0, Math.min(to, ends) - Math.max(from, starts));
    return plus(sum, times(fraction(size), fraction(seconds, BigInt(ends - starts))));
  }, zero);
