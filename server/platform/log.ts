import { type Logger, pino } from 'pino';

const secretFields = [
  'password',
  'passwordRepeat',
  'token',
  'cookie',
  'authorization',
  'authsecret',
  'secret',
  'code',
  'privateKey',
  'passphrase',
];

/**
 * The program's log: one JSON object per line on standard output. Fields with secrets are removed
 * at any depth.
 */
export function createLog(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
      censor: '[cut]',
    },
  });
}
