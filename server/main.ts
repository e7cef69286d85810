import { demoCustomers, demoPassword } from './demo/company.ts';
import { fillDemo } from './demo/fillDemo.ts';
import { openPreparedPortal } from './openPrepared.ts';
import { type Config, readConfig } from './platform/config.ts';
import { proxyWarning, trustedProxiesExample } from './platform/http/proxySettings.ts';
import { notListening, requirePort } from './platform/listenErrors.ts';
import { createLog } from './platform/log.ts';
import type { Portal } from './portal.ts';
import { readyMessage } from './readyMessage.ts';
import { checkBeforeStart } from './startupChecks.ts';

/** Files and folders are readable by this user only, unless their mode is set explicitly. */
process.umask(0o077);

const stopWithinMs = 30_000;

/** Starts the portal as configured in the environment and prints one line to standard output. */
async function start(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  warnAboutProxies(config);
  await requirePort(config);
  await checkBeforeStart(config);
  const portal = await openPreparedPortal(config, log);
  stopOnSignals(portal);
  await portal.startWork();
  if (config.demo && (await fillDemo(portal, log)))
    printLine(
      `A hosting company to look at is there: sign in as ${demoCustomers[0]?.email} with ${demoPassword}.`,
    );
  const address = await listen(portal, config);
  process.send?.(readyMessage);
  printLine(`ready ${address} in ${Math.round(process.uptime() * 1000)} ms`);
}

/** Warns in the log and on standard error, where the user who starts the portal sees it. */
function warnAboutProxies(config: Config): void {
  const warning = proxyWarning(config);
  if (warning) process.stderr.write(`WARNING: ${warning.en} Example: ${trustedProxiesExample}\n`);
}

/**
 * Starts listening and returns the address. On failure, releases all resources and reports the port
 * and the remedy.
 */
async function listen(portal: Portal, { host, port }: Config): Promise<string> {
  try {
    return await portal.app.listen({ host, port });
  } catch (error) {
    await portal.close();
    throw notListening({ host, port }, error);
  }
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

function stopOnSignals(portal: Portal): void {
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), stopWithinMs).unref();
    portal.close().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`The portal did not stop cleanly: ${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

/** The message is for the user who started the portal. The stack is only printed for debugging. */
start().catch((error: unknown) => {
  const isDebugLogging =
    process.env.CLOUDBERTH_LOG_LEVEL === 'debug' || process.env.CLOUDBERTH_LOG_LEVEL === 'trace';
  process.stderr.write(
    `${error instanceof Error ? (isDebugLogging && error.stack) || error.message : String(error)}\n`,
  );
  process.exit(1);
});
