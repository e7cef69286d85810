/** A job in progress, and its destination once that is known. */
export interface Visit {
  /** Returns false if the destination is slow or already has the maximum number of jobs. */
  enter(destination: string): boolean;
  /** Marks the destination as unresponsive: no further job starts there until it responds. */
  slow(): void;
  end(): void;
}

/**
 * Destinations at which this process has the maximum number of jobs in progress, so that an
 * unresponsive destination doesn't delay the others.
 */
export class BusyDestinations {
  readonly #parallel: number;
  readonly #visits = new Map<string, number>();
  /** Number of unresponsive jobs by destination. */
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
