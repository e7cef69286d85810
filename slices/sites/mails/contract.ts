import * as z from 'zod';
import { done, endpoint, integerText, moment, text } from '../../../contract/endpoint.ts';
import { optionalEmail } from '../../../contract/fields/email.ts';
import { listPage, listQuery } from '../../../contract/fields/page.ts';
import { schemaMessage } from '../../../contract/fields/schemaMessage.ts';
import { stored } from '../../../contract/fields/stored.ts';
import { languages } from '../../../contract/languages.ts';
import { localize } from './texts/localize.ts';

export { errors, resourceNames } from './errors.ts';
export { permissions } from './permissions.ts';

/** `kept`: no connection can send the message, but authorized users can read it in the portal. */
export const sendState = z.enum(['waiting', 'sent', 'kept', 'failed']);

/** Why the viewer can't do it now, in the viewer's language. Null if they can. */
const reason = z.string().nullable();

const outboxItem = z.strictObject({
  id: z.int(),
  site: z.string(),
  state: sendState,
  attempts: z.int(),
  /** The latest error. Empty if there is none. */
  problem: z.string(),
  createdAt: moment,
  sentAt: moment.nullable(),
  /** Time of the next attempt. Null unless the message is waiting. */
  nextTryAt: moment.nullable(),
  actions: z.strictObject({ read: reason, retry: reason }),
});

export const mailItem = outboxItem.extend({
  kind: z.string(),
  kindTitle: z.string(),
  language: z.string(),
  to: z.string(),
  copies: z.array(z.string()),
  subject: z.string(),
});

export const smsItem = outboxItem.extend({ phone: z.string(), reference: z.string() });

const messageParams = z.strictObject({
  messageId: integerText({ min: 1, max: 999_999_999_999_999 }),
});
const stateFilter = { state: sendState.optional() };

const kind = z
  .string()
  .trim()
  .regex(/^[a-zA-Z]{1,40}\.[a-zA-Z]{1,40}$/);
const language = z.enum(languages);
const templateParams = z.strictObject({ kind, language });
const template = z.strictObject({
  subject: text({ min: 1, max: 200 }),
  body: text({ min: 1, max: 10_000, multiline: true }),
});
const scheme = z.enum(['light', 'dark']);
const direction = z.enum(['ltr', 'rtl']);

const rendered = z.strictObject({
  subject: z.string(),
  /** A complete HTML page without scripts. Its only style element has the nonce `__nonce__`. */
  html: z.string(),
  text: z.string(),
});

const hostname = text({ min: 1, max: 253 }).refine((value) => /^[A-Za-z0-9.:[\]_-]+$/.test(value), {
  message: schemaMessage(localize('invalid.message.enterHostnameIpAddress')),
});
const webAddress = text({ min: 1, max: 1000 }).refine(
  (value) => /^https?:\/\/[^\s]+$/.test(value),
  {
    message: schemaMessage(localize('invalid.message.enterUrlExampleHttps')),
  },
);
/** Write-only: never returned. Omit to keep the stored secret. */
const secret = z.string().trim().max(2000).optional();

export const mailServerSettings = z.strictObject({
  host: hostname,
  port: z.int().min(1).max(65_535),
  security: z.enum(['tls', 'starttls', 'none']),
  /** Empty if the server requires no username. */
  user: text({ max: 320 }),
  /** The sender address, unless the site has its own. */
  sender: optionalEmail,
});

export const smsProviderSettings = z.discriminatedUnion('driver', [
  z.strictObject({
    driver: z.literal('twilio'),
    baseAddress: webAddress,
    accountSid: text({ min: 1, max: 100 }),
    sender: text({ min: 1, max: 40 }),
  }),
  z.strictObject({
    driver: z.literal('http'),
    method: z.enum(['GET', 'POST', 'PUT']),
    /** The address, headers, and body can contain `{phone}`, `{text}` and `{secret}`. */
    address: webAddress,
    headers: text({ max: 4000, multiline: true }),
    body: text({ max: 4000, multiline: true }),
  }),
]);

/** The connection that sends one kind of message. */
const connection = <S extends z.ZodType>(settings: S) =>
  z.strictObject({
    settings: settings.nullable(),
    hasSecret: z.boolean(),
    /** The name of the site that owns the connection. Null: this site, or no connection. */
    inheritedFrom: z.string().nullable(),
    /** Whether root configured it. A trusted connection can lead to private addresses. */
    isTrusted: z.boolean(),
    change: reason,
  });

const testAnswer = z.strictObject({
  /** The error reported by the server or provider. Null if everything works. */
  problem: z.string().nullable(),
});

export const mailEndpoints = {
  listMails: endpoint({
    title: localize('operations.listMails'),
    method: 'GET',
    path: '/mails',
    summary: 'List emails of the site and its sub-sites: pending, sent, kept, and failed.',
    access: 'mails.view',
    changes: false,
    topics: ['mail'],
    query: listQuery(['createdAt', 'to', 'kind', 'state'], stateFilter),
    answer: listPage(mailItem),
  }),
  listSms: endpoint({
    title: localize('operations.listSms'),
    method: 'GET',
    path: '/mails/sms',
    summary: 'List text messages of the site and its sub-sites.',
    access: 'mails.view',
    changes: false,
    topics: ['mail'],
    query: listQuery(['createdAt', 'phone', 'state'], stateFilter),
    answer: listPage(smsItem),
  }),
  getMail: endpoint({
    title: localize('operations.getMail'),
    method: 'GET',
    path: '/mails/message/{messageId}',
    summary: 'Get an email without its content.',
    access: 'mails.view',
    changes: false,
    topics: ['mail:{messageId}'],
    params: messageParams,
    answer: mailItem,
  }),
  readMail: endpoint({
    title: localize('operations.readMail'),
    method: 'POST',
    path: '/mails/message/{messageId}/read',
    summary:
      'Get an email’s content while it is kept. Recorded in the activity log, because it can contain a sign-in link.',
    access: 'mails.view',
    changes: true,
    touches: ['mail:{messageId}'],
    params: messageParams,
    body: z.strictObject({ scheme }),
    answer: rendered.extend({ link: z.string().nullable() }),
    errors: ['mailNotYoursToRead', 'mailContentGone'],
  }),
  retryMail: endpoint({
    title: localize('operations.retryMail'),
    method: 'PUT',
    path: '/mails/message/{messageId}/retry',
    summary: 'Send a failed or kept email again.',
    access: 'mails.manage',
    changes: true,
    touches: ['mail:{messageId}'],
    params: messageParams,
    answer: done,
    errors: ['mailNotRetryable', 'mailContentGone'],
  }),
  getSms: endpoint({
    title: localize('operations.getSms'),
    method: 'POST',
    path: '/mails/sms/{messageId}/read',
    summary: 'Get a text message’s content while it is kept. Recorded in the activity log.',
    access: 'mails.view',
    changes: true,
    touches: ['mail:{messageId}'],
    params: messageParams,
    answer: z.strictObject({ text: z.string() }),
    errors: ['mailNotYoursToRead', 'mailContentGone'],
  }),
  retrySms: endpoint({
    title: localize('operations.retrySms'),
    method: 'PUT',
    path: '/mails/sms/{messageId}/retry',
    summary: 'Send a failed or kept text message again.',
    access: 'mails.manage',
    changes: true,
    touches: ['mail:{messageId}'],
    params: messageParams,
    answer: done,
    errors: ['mailNotRetryable', 'mailContentGone'],
  }),
  listMailTemplates: endpoint({
    title: localize('operations.listMailTemplates'),
    method: 'GET',
    path: '/mails/templates',
    summary: 'List email templates and the languages this site customizes.',
    access: 'mails.view',
    changes: false,
    topics: ['mailTemplate'],
    answer: z.strictObject({
      items: z.array(
        z.strictObject({
          kind: z.string(),
          title: z.string(),
          languages: z.array(
            z.strictObject({
              language,
              source: z.enum(['own', 'inherited', 'declared']),
              subject: z.string(),
              hasUnused: z.boolean(),
            }),
          ),
        }),
      ),
    }),
  }),
  getMailTemplate: endpoint({
    title: localize('operations.getMailTemplate'),
    method: 'GET',
    path: '/mails/templates/{kind}/{language}',
    summary: 'Get an email template in one language with its placeholders.',
    access: 'mails.view',
    changes: false,
    topics: ['mailTemplate'],
    params: templateParams,
    answer: z.strictObject({
      kind: z.string(),
      title: z.string(),
      language,
      source: z.enum(['own', 'inherited', 'declared']),
      subject: z.string(),
      body: z.string(),
      /**
       * The site's own text if it is unsafe and therefore not used, with its problems. Null
       * otherwise.
       */
      unused: z
        .strictObject({ subject: z.string(), body: z.string(), problems: z.array(z.string()) })
        .nullable(),
      /** The text that `reset` restores. */
      fallback: z.strictObject({ subject: z.string(), body: z.string() }),
      placeholders: z.array(
        z.strictObject({ name: z.string(), sample: z.string(), isInSubject: z.boolean() }),
      ),
    }),
  }),
  updateMailTemplate: endpoint({
    title: localize('operations.updateMailTemplate'),
    method: 'PUT',
    path: '/mails/templates/{kind}/{language}',
    summary: 'Update an email template for this site and its sub-sites.',
    access: 'mails.manage',
    changes: true,
    touches: ['mailTemplate'],
    params: templateParams,
    body: template,
    answer: done,
    errors: ['mailTextUnknown', 'mailTextSecret', 'mailTextAddress'],
  }),
  resetMailTemplate: endpoint({
    title: localize('operations.resetMailTemplate'),
    method: 'DELETE',
    path: '/mails/templates/{kind}/{language}',
    summary: 'Reset an email template to the inherited text.',
    access: 'mails.manage',
    changes: true,
    touches: ['mailTemplate'],
    params: templateParams,
    answer: done,
  }),
  previewMailTemplate: endpoint({
    title: localize('operations.previewMailTemplate'),
    method: 'POST',
    path: '/mails/templates/{kind}/{language}/preview',
    summary: 'Preview an email template with sample values and this site’s branding.',
    access: 'mails.view',
    changes: false,
    params: templateParams,
    body: template.extend({ scheme, direction: direction.optional() }),
    answer: rendered.extend({
      /** The errors that saving this text would produce. */
      problems: z.array(z.string()),
    }),
  }),
  testMailTemplate: endpoint({
    title: localize('operations.testMailTemplate'),
    method: 'POST',
    path: '/mails/templates/{kind}/{language}/test',
    summary: 'Send yourself a test email of a template with sample values.',
    access: 'mails.manage',
    changes: true,
    touches: ['mailTemplate'],
    params: templateParams,
    body: template,
    answer: z.strictObject({ messageId: z.int(), to: z.string() }),
    errors: ['mailTextUnknown', 'mailTextSecret', 'mailTextAddress'],
  }),
  getMailSettings: endpoint({
    title: localize('operations.getMailSettings'),
    method: 'GET',
    path: '/mails/settings',
    summary: 'Get the mail server and text message provider. Secrets are never shown.',
    access: 'mails.view',
    changes: false,
    topics: ['mail:settings'],
    answer: stored(
      z.strictObject({
        mail: connection(mailServerSettings),
        sms: connection(smsProviderSettings),
      }),
    ),
  }),
  updateMailServer: endpoint({
    title: localize('operations.updateMailServer'),
    method: 'PUT',
    path: '/mails/settings/mail',
    summary: 'Connect a mail server.',
    access: 'mails.manage',
    changes: true,
    touches: ['mail:settings'],
    body: mailServerSettings.extend({ password: z.string().max(2000).optional() }),
    answer: done,
    errors: ['mailServerRefused', 'mailSecretNeeded', 'mailConnectionOfRoot'],
  }),
  deleteMailServer: endpoint({
    title: localize('operations.deleteMailServer'),
    method: 'DELETE',
    path: '/mails/settings/mail',
    summary: 'Disconnect this site’s mail server.',
    access: 'mails.manage',
    changes: true,
    touches: ['mail:settings'],
    answer: done,
    errors: ['mailConnectionOfRoot'],
  }),
  testMailServer: endpoint({
    title: localize('operations.testMailServer'),
    method: 'POST',
    path: '/mails/settings/mail/test',
    summary: 'Test the mail server connection and sign-in without sending an email.',
    access: 'mails.manage',
    changes: true,
    touches: ['mail:settings'],
    ownTransaction: true,
    answer: testAnswer,
    errors: ['notConnected'],
  }),
  updateSmsProvider: endpoint({
    title: localize('operations.updateSmsProvider'),
    method: 'PUT',
    path: '/mails/settings/sms',
    summary: 'Connect a text message provider.',
    access: 'mails.manage',
    changes: true,
    touches: ['mail:settings'],
    body: z.strictObject({ provider: smsProviderSettings, secret }),
    answer: done,
    errors: ['mailServerRefused', 'mailSecretNeeded', 'mailConnectionOfRoot'],
  }),
  deleteSmsProvider: endpoint({
    title: localize('operations.deleteSmsProvider'),
    method: 'DELETE',
    path: '/mails/settings/sms',
    summary: 'Disconnect this site’s text message provider.',
    access: 'mails.manage',
    changes: true,
    touches: ['mail:settings'],
    answer: done,
    errors: ['mailConnectionOfRoot'],
  }),
  testSmsProvider: endpoint({
    title: localize('operations.testSmsProvider'),
    method: 'POST',
    path: '/mails/settings/sms/test',
    summary: 'Send a test text message within the daily limits.',
    access: 'mails.manage',
    changes: true,
    touches: ['mail:settings'],
    body: z.strictObject({
      phone: z
        .string()
        .trim()
        .regex(/^\+[1-9]\d{6,14}$/),
    }),
    answer: done,
    errors: ['notConnected', 'smsLimit', 'smsCountryRefused'],
  }),
};

export { mailEndpoints as endpoints };
