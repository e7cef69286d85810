import { afterAll, beforeAll, expect, it } from 'vitest';
import { MailServer } from '../../../../drivers/mail/testing/mailServer.ts';
import { createLog } from '../../../../server/platform/log.ts';
import { sendMail } from '../../../../server/platform/mail/mail.ts';
import { readSite } from '../../../../server/platform/sites/sites.ts';
import { systemContext } from '../../../../server/platform/systemContext.ts';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import { runJobsOnce } from '../../../../server/testing/jobs.ts';
import { eventually, keyMail, keyValues, withKeyMail } from './testing/harness.ts';

let app: TestApp;
let server: MailServer;
beforeAll(async () => {
  [app, server] = await Promise.all([
    startTestApp({}, { moreSlices: [withKeyMail] }),
    MailServer.start(),
  ]);
  await app.root.put('/mails/settings/mail', {
    host: '127.0.0.1',
    port: server.port,
    security: 'none',
    user: '',
    sender: '',
  });
});
afterAll(async () => {
  await app.close();
  await server.stop();
});

const subjects = () => server.taken.map(({ mail }) => mail.subject);

it('an email is sent as soon as its call has committed', async () => {
  const template = { subject: 'At once', body: 'x' };
  expect((await app.root.post('/mails/templates/test.key/en/test', template)).status).toBe(200);
  // The regular check runs every five seconds. The test doesn't wait for it.
  await eventually(() => expect(subjects()).toContain('At once'));
});

it('an email without a worker notification is found by the regular check', async () => {
  const { services } = app.portal;
  const ctx = systemContext(services, {
    site: await readSite(services.database.db, app.siteId),
    log: createLog('silent'),
  });
  await sendMail(
    ctx,
    keyMail,
    { email: 'dana@example.test', userId: null, language: 'en' },
    { ...keyValues, name: 'Later' },
  );
  await runJobsOnce(app.portal, 'outbound.deliver');
  await eventually(() => expect(subjects()).toContain('Hello Later'));
});
