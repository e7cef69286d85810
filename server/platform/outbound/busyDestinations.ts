/** One job in progress, and the destination it goes to once that is known. */
export interface Visit {
  /** False: the destination has as many jobs as it can have, or is slow. */
  enter(destination: string): boolean;
  /** It hasn't responded for a while: no further job begins there until it does. */
  slow(): void;
  end(): void;
}

/**
 * The destinations at which this process has enough jobs in progress, so that one that doesn't
 * respond doesn't delay the others.
 */
export class BusyDestinations {
  readonly #parallel: number;
  readonly #visits = new Map<string, number>();
  /** How many jobs each doesn't respond to. */
  readonly #slow = new Map<string, number>();

  constructor(parallel: number) {
    this.#parallel = parallel;
  }

  visit(): Visit {
    let at: string | null = null;
    let isSlow = false;
    return {
      enter: (destination) => {
        if (this.#isBusy(destination)) return false;
        at = destination;
        change(this.#visits, destination, 1);
        return true;
      },
      slow: () => {
        if (at === null) return;
        isSlow = true;
        change(this.#slow, at, 1);
      },
      end: () => {
        if (at === null) return;
        change(this.#visits, at, -1);
        if (isSlow) change(this.#slow, at, -1);
        at = null;
      },
    };
  }

  list(): string[] {
    return [...this.#visits.keys()].filter((destination) => this.#isBusy(destination));
  }

  #isBusy(destination: string): boolean {
    return (this.#visits.get(destination) ?? 0) >= this.#parallel || this.#slow.has(destination);
  }
}

function change(counts: Map<string, number>, key: string, by: number): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}
