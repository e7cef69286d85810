import { refuse } from '../../../contract/errors.ts';
import type { SignedInContext } from '../../../server/platform/context.ts';
import { routes } from '../../../server/platform/http/routes.ts';
import { sendSms } from '../../../server/platform/sms/sms.ts';
import { mailEndpoints } from '../contract.ts';
import {
  describeConnection,
  readConnection,
  removeConnection,
  writeConnection,
} from './connections.ts';
import { openMailDriver } from './delivery/openDrivers.ts';
import { getMail, listMails, listSms } from './lists.ts';
import { getSms, readMail, retryMessage } from './messages.ts';
import {
  changeTemplate,
  getTemplate,
  listTemplates,
  previewTemplate,
  resetTemplate,
  testTemplate,
} from './templates.ts';

const done = { done: true } as const;
const parts = (ctx: SignedInContext) => ({ db: ctx.db, secrets: ctx.services.secrets });
const settingsScreen = '/mails/settings';

export const mailRoutes = routes(mailEndpoints, {
  listMails: (ctx, { query }) => listMails(ctx, query),
  listSms: (ctx, { query }) => listSms(ctx, query),
  getMail: (ctx, { params }) => getMail(ctx, params.messageId),
  readMail: (ctx, { params, body }) => readMail(ctx, params.messageId, body.scheme),
  retryMail: async (ctx, { params }) => {
    await retryMessage(ctx, 'mail_message', params.messageId);
    return done;
  },
  getSms: (ctx, { params }) => getSms(ctx, params.messageId),
  retrySms: async (ctx, { params }) => {
    await retryMessage(ctx, 'sms_message', params.messageId);
    return done;
  },
  listMailTemplates: (ctx) => listTemplates(ctx),
  getMailTemplate: (ctx, { params }) => getTemplate(ctx, params.kind, params.language),
  updateMailTemplate: async (ctx, { params, body }) => {
    await changeTemplate(ctx, params.kind, params.language, body);
    return done;
  },
  resetMailTemplate: async (ctx, { params }) => {
    await resetTemplate(ctx, params.kind, params.language);
    return done;
  },
  previewMailTemplate: (ctx, { params, body }) =>
    previewTemplate(ctx, params.kind, params.language, body),
  testMailTemplate: (ctx, { params, body }) =>
    testTemplate(ctx, params.kind, params.language, body),
  getMailSettings: async (ctx) => ({
    mail: await describeConnection(ctx, 'mail'),
    sms: await describeConnection(ctx, 'sms'),
  }),
  updateMailServer: async (ctx, { body: { password, ...settings } }) => {
    await writeConnection(ctx, 'mail', settings, password);
    return done;
  },
  deleteMailServer: async (ctx) => {
    await removeConnection(ctx, 'mail');
    return done;
  },
  testMailServer: async (ctx) => {
    const connection = await readConnection(parts(ctx), ctx.site, 'mail');
    if (!connection) throw refuse('notConnected', { where: settingsScreen });
    const driver = openMailDriver(ctx.services.ports, connection);
    const problem = await driver.check().then(
      () => null,
      (error: Error) => error.message,
    );
    driver.close();
    ctx.note({ targetType: 'mailConnection', targetId: 'mail', detail: { problem } });
    return { problem };
  },
  updateSmsProvider: async (ctx, { body }) => {
    await writeConnection(ctx, 'sms', body.provider, body.secret);
    return done;
  },
  deleteSmsProvider: async (ctx) => {
    await removeConnection(ctx, 'sms');
    return done;
  },
  testSmsProvider: async (ctx, { body }) => {
    if (!(await readConnection(parts(ctx), ctx.site, 'sms')))
      throw refuse('notConnected', { where: settingsScreen });
    await sendSms(ctx, { phone: body.phone, userId: ctx.actor.userId }, ctx.site.systemName);
    return done;
  },
});
