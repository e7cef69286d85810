import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { MailFailure } from '../../../../drivers/mail/port.ts';
import { SmsFailure } from '../../../../drivers/sms/port.ts';
import type { Services } from '../../../../server/platform/context.ts';
import { isDatabaseAway } from '../../../../server/platform/database/away.ts';
import { makeAttachments } from '../../../../server/platform/mail/attachments.ts';
import { readLook } from '../../../../server/platform/mail/look.ts';
import { type MailContent, mailPlace } from '../../../../server/platform/mail/mail.ts';
import { readSite, type Site } from '../../../../server/platform/sites/sites.ts';
import { smsPlace } from '../../../../server/platform/sms/sms.ts';
import { carrierOf } from './carrier.ts';
import { composeMail, isPlainAddress, type MailRow } from './compose.ts';
import { OpenDrivers } from './openDrivers.ts';
import { type Claimed, claimNext, type OutboxName, type Outcome, settle } from './outbox.ts';
import { SlowConnections } from './slow.ts';

interface SmsRow {
  phone: string;
}

/** Through which connection a message goes, once that is known: named by the site it is of. */
interface Way {
  connection?: string;
}

/** Messages at once in this process, of each kind. */
const lanes = 4;
/** A message that takes longer gives its lane to others, and goes on beside them. */
const patienceMs = 3_000;
/** A server that says nothing does not hold up the end of the program. */
const stopLimitMs = 10_000;

/**
 * Empties the outboxes, as one of any number of workers. A message is claimed before it is sent and
 * settled after, so that two workers send it twice only when one of them died, or stood still for
 * longer than its lease, in between.
 */
export class Delivery {
  readonly #services: Services;
  readonly #drivers: OpenDrivers;
  readonly #rounds = new Map<OutboxName, Promise<void>>();
  readonly #wanted = new Set<OutboxName>();
  readonly #slow: Record<OutboxName, SlowConnections> = {
    mail_message: new SlowConnections(),
    sms_message: new SlowConnections(),
  };
  /** Those that go on beside the lanes. */
  readonly #slowWork = new Set<Promise<void>>();
  readonly #patienceMs: number;
  #isStopped = false;

  constructor(services: Services, patience = patienceMs) {
    this.#services = services;
    this.#drivers = new OpenDrivers(services);
    this.#patienceMs = patience;
  }

  /**
   * Sends all due messages. Resolves when only retries to unresponsive servers remain. Callers
   * during a round share its result.
   */
  async round(outbox: OutboxName, log: Logger): Promise<void> {
    if (this.#isStopped) return;
    this.#wanted.add(outbox);
    const running = this.#rounds.get(outbox);
    if (running) return await running;
    const round = this.#whileWanted(outbox, log).finally(() => this.#rounds.delete(outbox));
    this.#rounds.set(outbox, round);
    await round;
  }

  async #whileWanted(outbox: OutboxName, log: Logger): Promise<void> {
    while (this.#wanted.delete(outbox))
      await Promise.all(Array.from({ length: lanes }, () => this.#lane(outbox, log)));
  }

  async #lane(outbox: OutboxName, log: Logger): Promise<void> {
    const { db } = this.#services.database;
    while (!this.#isStopped) {
      const row = await claimNext<Claimed & (MailRow | SmsRow)>(
        db,
        outbox,
        this.#slow[outbox].list(),
      );
      if (!row) return;
      await this.#deliver(outbox, row, log);
    }
  }

  /**
   * Waits for the message as long as patience lasts; then it goes on by itself, and its connection
   * is known as a slow one.
   */
  async #deliver(
    outbox: OutboxName,
    row: Claimed & (MailRow | SmsRow),
    log: Logger,
  ): Promise<void> {
    const way: Way = {};
    const sending = this.#attempt(outbox, row, log, way);
    const settled = sending.then((outcome) =>
      settle(this.#services.database.db, outbox, row, outcome),
    );
    const isOver = new AbortController();
    const prompt = settled.then(() => true).finally(() => isOver.abort());
    const patience = setTimeout(this.#patienceMs, false, { signal: isOver.signal }).catch(
      () => true,
    );
    if (await Promise.race([prompt, patience])) return await settled;
    const slow = this.#slow[outbox];
    const { connection } = way;
    if (connection !== undefined) slow.begin(connection);
    const rest = settled
      .catch((error: unknown) =>
        log.warn(
          { err: error, outbox, id: row.id },
          'what became of a message could not be written down',
        ),
      )
      .then(async () => {
        const isSent = (await sending.catch(() => null))?.state === 'sent';
        if (connection !== undefined) slow.end(connection, !isSent);
        this.#slowWork.delete(rest);
        // What waited for this connection is due now.
        if (isSent) await this.round(outbox, log);
      })
      .catch((error: unknown) =>
        log.warn({ err: error, outbox }, 'the outbox could not be emptied; it is tried again'),
      );
    this.#slowWork.add(rest);
  }

  async #attempt(
    outbox: OutboxName,
    row: Claimed & (MailRow | SmsRow),
    log: Logger,
    way: Way,
  ): Promise<Outcome> {
    try {
      const site = await readSite(this.#services.database.db, row.site_id);
      return outbox === 'mail_message'
        ? await this.#sendMail(site, row as Claimed & MailRow, way)
        : await this.#sendSms(site, row as Claimed & SmsRow, way);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      const isExpected = error instanceof MailFailure || error instanceof SmsFailure;
      if (!isExpected) log.error({ err: error, outbox, id: row.id }, 'a message could not be made');
      else log.warn({ outbox, id: row.id, problem: error.message }, 'a message was not taken');
      return {
        state: 'failed',
        problem: error instanceof Error ? error.message : String(error),
        isPermanent: isExpected ? error.isPermanent : true,
      };
    }
  }

  async #sendMail(site: Site, row: Claimed & MailRow, way: Way): Promise<Outcome> {
    const connection = await carrierOf(this.#parts, { site, kind: 'mail', message: row });
    if (!connection) return { state: 'kept' };
    way.connection = connection.siteId;
    if (!isPlainAddress(row.to_address))
      throw new MailFailure(`${row.to_address} is not one address.`, true);
    const content = JSON.parse(
      this.#services.secrets.open(row.content, mailPlace(row.id)),
    ) as MailContent;
    const look = await readLook({ db: this.#services.database.db, site, services: this.#services });
    const attachments = row.attached ? await makeAttachments(this.#services, row.attached) : [];
    const message = composeMail(row, { content, look, attachments }, connection.settings.sender);
    const { refused } = await this.#drivers.mail(connection).send(message);
    return {
      state: 'sent',
      problem: refused.length > 0 ? `These copies were not taken: ${refused.join(', ')}` : '',
    };
  }

  async #sendSms(site: Site, row: Claimed & SmsRow, way: Way): Promise<Outcome> {
    const connection = await carrierOf(this.#parts, { site, kind: 'sms', message: row });
    if (!connection) return { state: 'kept' };
    way.connection = connection.siteId;
    const text = this.#services.secrets.open(row.content, smsPlace(row.id));
    const { reference } = await this.#drivers.sms(connection).send({ phone: row.phone, text });
    return { state: 'sent', reference };
  }

  get #parts() {
    return { db: this.#services.database.db, secrets: this.#services.secrets };
  }

  /** Stops accepting messages, waits for those in progress, and closes the connections. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    const waited = new AbortController();
    const ended = Promise.allSettled([...this.#rounds.values(), ...this.#slowWork]).finally(() =>
      waited.abort(),
    );
    await Promise.race([
      ended,
      setTimeout(stopLimitMs, undefined, { signal: waited.signal }).catch(() => {}),
    ]);
    this.#drivers.close();
  }
}
