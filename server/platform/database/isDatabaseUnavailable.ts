/** Class 53: out of disk space, memory, or connections. */
const sqlStates = new Set([
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08001',
  '08003',
  '08006',
  '53100',
  '53200',
  '53300',
  '55006',
  '40001',
  '40P01',
]);
const systemErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EMFILE',
  'ENFILE',
]);
const driverTexts =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable/;

/**
 * Whether the database was unavailable or two transactions conflicted. In both cases a retry can
 * succeed.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { code, message, severity, syscall } = error as {
    code?: string;
    message?: string;
    severity?: string;
    syscall?: string;
  };
  if (code && severity !== undefined && sqlStates.has(code)) return true;
  // Socket and file errors share their codes. Only errors of the database connection count here.
  if (
    code &&
    systemErrors.has(code) &&
    (syscall === 'connect' || syscall === 'read' || syscall === 'write')
  )
    return true;
  return driverTexts.test(message ?? '');
}
