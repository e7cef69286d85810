import { vi } from 'vitest';
import { MailServer } from '../../../../../drivers/mail/testing/mailServer.ts';
import { shiftClock } from '../../../../../server/platform/clock.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { createLog } from '../../../../../server/platform/log.ts';
import { defineMail, type Recipient, sendMail } from '../../../../../server/platform/mail/mail.ts';
import { outboundRunner } from '../../../../../server/platform/outbound/outboundRunner.ts';
import { withOutboundTables } from '../../../../../server/platform/outbound/tables.ts';
import type { Site } from '../../../../../server/platform/sites/sites.ts';
import { readSite } from '../../../../../server/platform/sites/sites.ts';
import { defineSlice } from '../../../../../server/platform/slice.ts';
import { systemContext } from '../../../../../server/platform/systemContext.ts';
import { startTestApp, type TestApp } from '../../../../../server/testing/app.ts';
import { withMailTables } from '../tables.ts';

/** Part of a sign-in link in an email. It must not appear anywhere. */
export const canary = 'CANARY-7f3a91';

export const keyMail = defineMail({
  kind: 'test.key',
  title: { en: 'A key', he: 'מפתח', ar: 'A key' },
  sample: { name: 'Dana', link: 'https://cloud.example/sample', code: '123456' },
  plain: ['name'],
  texts: {
    en: {
      subject: 'Hello {name}',
      body: 'Dear {name},\n\nyour code at {systemName} is {code} .',
      action: 'Open the door',
    },
    he: {
      subject: 'שלום {name}',
      body: 'שלום {name},\n\nהקוד שלך ב-{systemName} הוא {code} .',
      action: 'פתיחת הדלת',
    },
    ar: {
      subject: 'Hello {name}',
      body: 'Dear {name},\n\nyour code at {systemName} is {code} .',
      action: 'Open the door',
    },
  },
});

/** A slice for portals that can send `keyMail`. */
export const withKeyMail = defineSlice({ name: 'test', mails: [keyMail] });

export const keyValues = {
  name: 'Dana',
  link: `https://cloud.example/reset/${canary}`,
  code: '424242',
};

export interface MailHarness {
  app: TestApp;
  server: MailServer;
  ctx(siteId?: string): Promise<Context>;
  /** Adds an email to the outbox without sending it, and returns its ID. */
  queue(
    to: Partial<Recipient>,
    siteId?: string,
    values?: Partial<typeof keyValues>,
  ): Promise<number>;
  /** Sends all emails that are due. */
  round(): Promise<void>;
  mail(id: number): Promise<MailRow>;
  connect(siteId?: string): Promise<void>;
  disconnect(): Promise<void>;
  close(): Promise<void>;
}

/** Returns the email with its delivery state. */
async function readRow(app: TestApp, id: number) {
  const db = app.portal.services.database.db;
  const mail = await withMailTables(db)
    .selectFrom('mail_message')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const job = await withOutboundTables(db)
    .selectFrom('outbound_job')
    .select(['attempts', 'due_at', 'claim'])
    .where('type', '=', 'mails.email')
    .where('key', '=', String(id))
    .executeTakeFirstOrThrow();
  return { ...mail, ...job };
}
export type MailRow = Awaited<ReturnType<typeof readRow>>;

/**
 * Starts a portal that only answers calls, so that tests control the sending, and a real mail
 * server.
 */
export async function openMailHarness(): Promise<MailHarness> {
  const [app, server] = [
    await startTestApp({ role: 'api' }, { moreSlices: [withKeyMail] }),
    await MailServer.start(),
  ];
  const { services, sites } = app.portal;
  const ctx = async (siteId = app.siteId) => {
    sites.forget();
    const site: Site = await readSite(services.database.db, siteId);
    return systemContext(services, { site, log: createLog('silent') });
  };
  return {
    app,
    server,
    ctx,
    queue: async (to, siteId, values) => {
      const recipient = {
        email: 'dana@example.test',
        userId: null,
        language: 'en' as const,
        ...to,
      };
      await sendMail(await ctx(siteId), keyMail, recipient, { ...keyValues, ...values });
      const last = withMailTables(services.database.db)
        .selectFrom('mail_message')
        .select('id')
        .orderBy('id', 'desc')
        .limit(1);
      return (await last.executeTakeFirstOrThrow()).id;
    },
    round: () => outboundRunner(services).round('mails.email', createLog('silent')),
    mail: (id) => readRow(app, id),
    connect: async () => {
      const settings = {
        host: '127.0.0.1',
        port: server.port,
        security: 'none',
        user: '',
        sender: 'no-reply@cloud.example',
      };
      const answer = await app.root.put('/mails/settings/mail', settings);
      if (answer.status !== 200) throw new Error(answer.text);
    },
    disconnect: async () => void (await app.root.delete('/mails/settings/mail')),
    close: async () => {
      shiftClock(0);
      await server.stop();
      await app.close();
    },
  };
}

/** Waits until background work has the expected result. */
export const eventually = <T>(work: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(work, { timeout: 10_000, interval: 50 });
