import { clock } from '../../../../server/platform/clock.ts';

/** A connection that was silent and then failed is left alone for so long. ms */
const restMs = 30_000;

/**
 * The connections that keep the portal waiting, by the sites they are of. Their further messages
 * are not taken meanwhile, so that one site's dead server does not delay the mails of the others.
 */
export class SlowConnections {
  /** How many messages each is silent about now. */
  readonly #waiting = new Map<string, number>();
  readonly #restingUntil = new Map<string, number>();

  /** It has not answered for a while. */
  begin(connection: string): void {
    this.#waiting.set(connection, (this.#waiting.get(connection) ?? 0) + 1);
  }

  /** It has answered in the end, or not. */
  end(connection: string, hasFailed: boolean): void {
    const left = (this.#waiting.get(connection) ?? 1) - 1;
    if (left > 0) this.#waiting.set(connection, left);
    else this.#waiting.delete(connection);
    if (hasFailed) this.#restingUntil.set(connection, clock.now().getTime() + restMs);
    else this.#restingUntil.delete(connection);
  }

  list(): string[] {
    const now = clock.now().getTime();
    for (const [connection, until] of this.#restingUntil)
      if (until <= now) this.#restingUntil.delete(connection);
    return [...new Set([...this.#waiting.keys(), ...this.#restingUntil.keys()])];
  }
}
