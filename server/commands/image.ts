import { UserError } from '../../contract/errors/errors.ts';
import { render } from '../../contract/errors/messages.ts';
import { EngineError } from '../../drivers/compute/port.ts';
import {
  buildImage,
  ImageBuildError,
  listCatalog,
} from '../../slices/cloud/images/server/index.ts';
import { openPreparedPortal } from '../openPrepared.ts';
import { readConfig } from '../platform/config.ts';
import { createLog } from '../platform/log.ts';
import type { Portal } from '../portal.ts';

/**
 * `image build <code>` builds a catalog image on this machine and offers it. `image list` lists all
 * catalog images. The portal can be running.
 */
const [verb, code = ''] = process.argv.slice(2);
// This process runs no tasks, because they are reserved for the portal itself.
const config = readConfig({ ...process.env, CLOUDBERTH_ROLE: 'api' });
const portal = await openPreparedPortal(config, createLog('warn'));
await portal.startWork();
process.exitCode = await (verb === 'list' ? list(portal) : build(portal));
await portal.close();

async function list({ services }: Portal): Promise<number> {
  for (const image of await listCatalog(services))
    process.stdout.write(
      `${image.code.padEnd(20)} ${image.state.padEnd(9)} ${image.source.padEnd(6)} ${image.name}\n`,
    );
  return 0;
}

async function build({ services }: Portal): Promise<number> {
  const printLine = (line: string) => process.stderr.write(`cloudberth: ${line}\n`);
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => stopping.abort());
  try {
    await buildImage(services, code, printLine, stopping.signal);
    printLine(`the image ${code} is offered`);
    return 0;
  } catch (error) {
    printLine(
      stopping.signal.aborted ? 'stopped; nothing is left of the build' : describeError(error),
    );
    return 1;
  }
}

function describeError(error: unknown): string {
  if (error instanceof UserError)
    return error.reasons.map(({ name, values }) => render(name, 'en', values)).join(' ');
  if (error instanceof ImageBuildError || error instanceof EngineError) return error.message;
  throw error;
}
