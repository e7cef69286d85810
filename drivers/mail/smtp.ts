import { connect, type LookupFunction, type Socket } from 'node:net';
import { createTransport } from 'nodemailer';
import type SMTPPool from 'nodemailer/lib/smtp-pool/index.js';
import { problem, unreachable, vendorProblem } from '../problem.ts';
import { type MailDriver, MailFailure, type MailMessage, type MailReceipt } from './port.ts';

export interface SmtpSettings {
  host: string;
  port: number;
  /**
   * `tls`: from the first byte (port 465). `starttls`: required before any other command (587).
   * `none`: unencrypted, for trusted networks.
   */
  security: 'tls' | 'starttls' | 'none';
  /** '' when the server requires no authentication. */
  user: string;
  password: string;
  /** Resolves the hostname. Can reject an address by failing. */
  lookup?: LookupFunction;
  /** PEM of a private certificate authority. */
  authority?: string;
}

/**
 * How long the server can take to respond before it counts as unavailable. After the whole message
 * it can take longer. ms
 */
const connectMs = 8_000;
const silenceMs = 30_000;
const maxConnections = 3;

/** SMTP with a small connection pool (RFC 5321, with TLS according to RFC 8314). */
export function smtpDriver(settings: SmtpSettings): MailDriver {
  const options: SMTPPool.Options = {
    pool: true,
    maxConnections,
    host: settings.host,
    port: settings.port,
    secure: settings.security === 'tls',
    requireTLS: settings.security === 'starttls',
    ignoreTLS: settings.security === 'none',
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    tls: {
      servername: settings.host,
      minVersion: 'TLSv1.2',
      ...(settings.authority ? { ca: settings.authority } : {}),
    },
    ...(settings.user ? { auth: { user: settings.user, pass: settings.password } } : {}),
    getSocket: (_options, done) => openSocket(settings, done),
  };
  const transport = createTransport(options);
  return {
    send: async (message) => {
      try {
        return receiptOf(await transport.sendMail(mailOf(message)), message);
      } catch (error) {
        throw failureOf(error, settings);
      }
    },
    check: async () => {
      try {
        await transport.verify();
      } catch (error) {
        throw failureOf(error, settings);
      }
    },
    close: () => transport.close(),
  };
}

type SocketDone = (error: Error | null, socket?: { connection: Socket }) => void;

/** Opens the socket itself, so that it connects to exactly the address that was resolved. */
function openSocket({ host, port, lookup }: SmtpSettings, done: SocketDone): void {
  const socket = connect({ host, port, ...(lookup ? { lookup } : {}) });
  const settle = (error: Error | null) => {
    socket.removeAllListeners();
    socket.setTimeout(0);
    if (error) {
      socket.on('error', () => {});
      socket.destroy();
      done(error);
    } else done(null, { connection: socket });
  };
  socket.setTimeout(connectMs, () =>
    settle(Object.assign(new Error(`${host}:${port} does not answer.`), { code: 'ETIMEDOUT' })),
  );
  socket.once('error', settle);
  socket.once('connect', () => settle(null));
}

const mailOf = (message: MailMessage) => ({
  from: message.from,
  to: { name: '', address: message.to },
  cc: message.copies.map((address) => ({ name: '', address })),
  subject: message.subject,
  text: message.text,
  html: message.html,
  messageId: message.messageId,
  // RFC 3834: automatic replies must not be sent to automatic messages.
  headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  attachments: [
    ...message.pictures.map(({ cid, type, content }) => ({
      ...{ cid, content, contentType: type, contentDisposition: 'inline' as const },
      filename: `logo.${type.split('/')[1] ?? 'png'}`,
    })),
    ...message.attachments.map(({ name, type, content }) => ({
      ...{ content, contentType: type, contentDisposition: 'attachment' as const, filename: name },
    })),
  ],
});

function receiptOf(
  info: { rejected?: readonly (string | { address: string })[] },
  message: MailMessage,
): MailReceipt {
  const rejected = (info.rejected ?? []).map((entry) =>
    typeof entry === 'string' ? entry : entry.address,
  );
  if (rejected.includes(message.to))
    throw new MailFailure(problem('recipientRefused', { address: message.to }), true);
  return { refused: rejected };
}

interface SmtpError extends Error {
  code?: string;
  responseCode?: number;
  response?: string;
}

/**
 * A reply of 500 or above is permanent (RFC 5321, 4.2.1), except for authentication, because the
 * password can be corrected.
 */
function failureOf(error: unknown, { host }: Pick<SmtpSettings, 'host'>): MailFailure {
  if (error instanceof MailFailure) return error;
  const { code = '', responseCode = 0, response } = error as SmtpError;
  const isAboutAccess =
    code === 'EAUTH' || code === 'ETLS' || [530, 534, 535, 538].includes(responseCode);
  const isPermanent =
    (responseCode >= 500 && !isAboutAccess) || (code === 'EENVELOPE' && responseCode === 0);
  const found = (response && vendorProblem(response)) || unreachable(host, error as SmtpError);
  return new MailFailure(found, isPermanent, {
    // 421: the server closes the connection (RFC 5321, 4.2.1).
    isUnavailable: isAboutAccess || responseCode === 0 || responseCode === 421,
    cause: error,
  });
}
