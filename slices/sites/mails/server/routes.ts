import { userError } from '../../../../contract/errors/errors.ts';
import { MailFailure } from '../../../../drivers/mail/port.ts';
import { describeProblem } from '../../../../drivers/problem.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { routes } from '../../../../server/platform/http/routes.ts';
import { sendSms } from '../../../../server/platform/sms/sms.ts';
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

const servicesOf = (ctx: SignedInContext) => ({ db: ctx.db, secrets: ctx.services.secrets });
const settingsScreen = '/mails/settings';

export const mailRoutes = routes(mailEndpoints, {
  listMails: (ctx, { query }) => listMails(ctx, query),
  listSms: (ctx, { query }) => listSms(ctx, query),
  getMail: (ctx, { params }) => getMail(ctx, params.messageId),
  readMail: (ctx, { params, body }) => readMail(ctx, params.messageId, body.scheme),
  retryMail: (ctx, { params }) => retryMessage(ctx, 'mail_message', params.messageId),
  getSms: (ctx, { params }) => getSms(ctx, params.messageId),
  retrySms: (ctx, { params }) => retryMessage(ctx, 'sms_message', params.messageId),
  listMailTemplates: (ctx) => listTemplates(ctx),
  getMailTemplate: (ctx, { params }) => getTemplate(ctx, params.kind, params.language),
  updateMailTemplate: (ctx, { params, body }) =>
    changeTemplate(ctx, params.kind, params.language, body),
  resetMailTemplate: (ctx, { params }) => resetTemplate(ctx, params.kind, params.language),
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
  },
  deleteMailServer: (ctx) => removeConnection(ctx, 'mail'),
  testMailServer: async (ctx) => {
    const connection = await readConnection(servicesOf(ctx), ctx.site, 'mail');
    if (!connection) throw userError('notConnected', { where: settingsScreen });
    const driver = openMailDriver(ctx.services.ports, connection);
    const problem = await driver.check().then(
      () => null,
      (error: unknown) => {
        if (!(error instanceof MailFailure)) throw error;
        return describeProblem(error.problem)[ctx.language];
      },
    );
    driver.close();
    ctx.note({ targetType: 'mailConnection', targetId: 'mail', detail: { problem } });
    return { problem };
  },
  updateSmsProvider: (ctx, { body }) => writeConnection(ctx, 'sms', body.provider, body.secret),
  deleteSmsProvider: (ctx) => removeConnection(ctx, 'sms'),
  testSmsProvider: async (ctx, { body }) => {
    if (!(await readConnection(servicesOf(ctx), ctx.site, 'sms')))
      throw userError('notConnected', { where: settingsScreen });
    await sendSms(ctx, { phone: body.phone, userId: ctx.actor.userId }, ctx.site.systemName);
  },
});
