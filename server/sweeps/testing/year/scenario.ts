import { type Reseller, resellers, year } from './companies.ts';

/** The configuration of a server as ordered by its owner. */
export interface Configuration {
  cpuType: 'A' | 'B' | 'T';
  cores: number;
  ramMb: number;
  /** In GB. */
  disks: readonly number[];
  billingMode: 'hourly' | 'monthly';
  trafficPackage: string | null;
  managed: boolean;
  power: 'on' | 'off';
  state: 'live' | 'bin' | 'gone';
}

type Size = Pick<Configuration, 'cpuType' | 'cores' | 'ramMb'>;
export type Change =
  | { kind: 'create'; of: Configuration }
  | { kind: 'power'; to: 'on' | 'off' }
  | { kind: 'resize'; to: Size }
  | { kind: 'addDisk'; sizeGb: number }
  | { kind: 'growDisk'; sizeGb: number }
  | { kind: 'billing'; to: Pick<Configuration, 'billingMode' | 'trafficPackage' | 'managed'> }
  | { kind: 'terminate' }
  | { kind: 'restore' };

/** An event of a server, at a time in seconds since 1970. */
export interface StoryEvent {
  at: number;
  server: string;
  change: Change;
}

export interface Customer {
  name: string;
  /** The customer that pays for this customer's usage. */
  payer: Customer | null;
  paysBy: 'transfer' | 'paypal' | 'card' | 'nothing';
  servers: string[];
}

export interface YearScenario {
  resellers: { reseller: Reseller; customers: Customer[] }[];
  /** In chronological order. Events in the same second affect servers of different customers. */
  happenings: StoryEvent[];
}

/**
 * Pseudorandom numbers, the same for the same seed (a linear congruential generator, as in
 * Numerical Recipes).
 */
export class Dice {
  #state: number;
  constructor(seed: number) {
    this.#state = seed >>> 0;
  }
  /** From 0 up to, but not including, `end`. */
  below(end: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * end);
  }
  of<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)] as T;
  }
}

const sizes = {
  cpuType: ['A', 'B', 'T'],
  cores: [1, 2, 4],
  ramMb: [1024, 2048, 4096, 8192],
  diskGb: [20, 30, 40, 50, 60],
} as const;
const hour = 3600;
const firstSecond = Date.UTC(year, 0, 2) / 1000;
const ends = Date.UTC(year, 11, 30) / 1000;
/** A restore happens within the two days that a server stays in the Trash. */
const soon = 40 * hour;
/**
 * Number of servers that share their event times, so that their different events happen in
 * parallel.
 */
const peers = 10;
const longest = 8;

/** Applies a change to the owner's items. */
export function applyChange(before: Configuration | undefined, change: Change): Configuration {
  if (change.kind === 'create') return change.of;
  if (!before) throw new Error(`${change.kind} before the server was made`);
  switch (change.kind) {
    case 'power':
      return { ...before, power: change.to };
    case 'resize':
    case 'billing':
      return { ...before, ...change.to };
    case 'addDisk':
      return { ...before, disks: [...before.disks, change.sizeGb] };
    case 'growDisk':
      return { ...before, disks: [change.sizeGb, ...before.disks.slice(1)] };
    case 'terminate':
      return { ...before, power: 'off', state: 'bin' };
    case 'restore':
      return { ...before, state: 'live' };
  }
}

/**
 * Generates a year for a number of customers per reseller: the customers and what they order when.
 */
export function describeStory(customersPerReseller: number, seed = 1): YearScenario {
  const dice = new Dice(seed);
  const seconds = Array.from(
    { length: Math.ceil((resellers.length * customersPerReseller * 1.5) / peers) },
    () => secondsOf(dice),
  );
  const events: StoryEvent[] = [];
  const resellerStories = resellers.map((reseller, resellerIndex) => {
    const customers: Customer[] = [];
    for (let number = 0; number < customersPerReseller; number++) {
      const isSubAccount = number % 5 === 4;
      const customer: Customer = {
        name: `c${resellerIndex}-${number}`,
        payer: isSubAccount ? (customers[number - 1] ?? null) : null,
        paysBy: dice.of(['transfer', 'transfer', 'paypal', 'card', 'nothing']),
        servers: Array.from(
          { length: 1 + dice.below(2) },
          (_, index) => `srv-${resellerIndex}-${number}-${index}`,
        ),
      };
      for (const [index, server] of customer.servers.entries())
        events.push(
          ...serverEvents(
            server,
            dice,
            seconds[(resellerIndex + number * resellers.length + index) % seconds.length] ?? [],
          ),
        );
      customers.push(customer);
    }
    return { reseller, customers };
  });
  return { resellers: resellerStories, happenings: events.sort((a, b) => a.at - b.at) };
}

/** The times of a server's events, in seconds: within an hour, a day, or months of each other. */
function secondsOf(dice: Dice): number[] {
  const seconds: number[] = [];
  let at = firstSecond + dice.below(250 * 24 * hour);
  for (let remaining = longest; remaining > 0 && at < ends; remaining--) {
    seconds.push(at);
    at += 60 + dice.below(dice.of([hour, 20 * hour, 60 * 24 * hour]));
  }
  return seconds;
}

function serverEvents(server: string, dice: Dice, seconds: readonly number[]): StoryEvent[] {
  const events: StoryEvent[] = [];
  let configuration: Configuration | undefined;
  let trashedAt = Number.POSITIVE_INFINITY;
  for (const at of seconds.slice(0, 3 + dice.below(longest - 2))) {
    if (at > trashedAt + soon) break;
    const change: Change = configuration
      ? nextChange(configuration, dice)
      : { kind: 'create', of: order(dice) };
    events.push({ at, server, change });
    configuration = applyChange(configuration, change);
    trashedAt = configuration.state === 'bin' ? at : Number.POSITIVE_INFINITY;
    if (configuration.state === 'bin' && dice.below(4) === 0) break;
  }
  return events;
}

const order = (dice: Dice): Configuration => ({
  ...sizeBy(dice),
  disks: [dice.of(sizes.diskGb.slice(0, 3))],
  billingMode: dice.of(['hourly', 'monthly']),
  trafficPackage: dice.of([null, 't1000', '10']),
  managed: dice.below(8) === 0,
  power: 'on',
  state: 'live',
});

const sizeBy = (dice: Dice): Size => ({
  cpuType: dice.of(sizes.cpuType),
  cores: dice.of(sizes.cores),
  ramMb: dice.of(sizes.ramMb),
});

function nextChange(configuration: Configuration, dice: Dice): Change {
  if (configuration.state === 'bin') return { kind: 'restore' };
  const boot = configuration.disks[0] ?? 0;
  const billing = {
    billingMode: dice.of(['hourly', 'monthly'] as const),
    trafficPackage: dice.of([null, 't1000', 't5000']),
  };
  const possible: Change[] = [
    { kind: 'power', to: configuration.power === 'on' ? 'off' : 'on' },
    { kind: 'billing', to: { ...billing, managed: dice.below(4) === 0 } },
    { kind: 'terminate' },
  ];
  // The server is stopped, so that the same simulation works with every engine.
  if (configuration.power === 'off') {
    possible.push({ kind: 'resize', to: sizeBy(dice) }, { kind: 'resize', to: sizeBy(dice) });
    if (configuration.disks.length < 3)
      possible.push({ kind: 'addDisk', sizeGb: dice.of(sizes.diskGb) });
    const larger = sizes.diskGb.filter((size) => size > boot);
    if (larger.length > 0) possible.push({ kind: 'growDisk', sizeGb: dice.of(larger) });
  }
  return dice.of(possible);
}
