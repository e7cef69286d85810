import { Refusal } from '../../../contract/errors.ts';

/** A third of a process's connections, so that one account leaves room for all others. */
const atOnce = 4;
/** Maximum queue length. Further calls are rejected with a request to slow down. */
const longestLine = 500;

/** Work of one account: a limited number at a time, the rest in order of arrival. */
export interface Turns {
  /** Throws `slowDown` where too much waits already. */
  take<T>(account: string, work: () => Promise<T>): Promise<T>;
}

/**
 * Lets an account do only so many things at once: its reads would take every connection, and its
 * changes often wait for each other in the database, for a row that says who pays, each with a
 * connection of its own: a hundred of them would keep everybody else out. Here they wait without
 * one.
 */
export function openTurns(): Turns {
  const busy = new Map<string, number>();
  const lines = new Map<string, (() => void)[]>();

  async function begin(account: string): Promise<void> {
    const now = busy.get(account) ?? 0;
    if (now < atOnce) {
      busy.set(account, now + 1);
      return;
    }
    const line = lines.get(account) ?? [];
    if (line.length >= longestLine)
      throw new Refusal([{ name: 'slowDown', values: { seconds: 5 } }], 5);
    lines.set(account, line);
    await new Promise<void>((resolve) => line.push(resolve));
  }

  /** The next in line takes over the slot directly, so that newer calls can't overtake it. */
  function end(account: string): void {
    const line = lines.get(account);
    const next = line?.shift();
    if (line?.length === 0) lines.delete(account);
    const left = (busy.get(account) ?? 1) - 1;
    if (next) next();
    else if (left === 0) busy.delete(account);
    else busy.set(account, left);
  }

  return {
    async take(account, work) {
      await begin(account);
      try {
        return await work();
      } finally {
        end(account);
      }
    },
  };
}
