import { readFile, rm } from 'node:fs/promises';
import type { QemuContext } from '../context.ts';
import { asEngineError } from '../errors.ts';
import type { QmpClient } from '../process/qmp.ts';

/** The screen of a running server, as PNG. Calls for the same server must not overlap. */
export async function takeScreenshot(
  context: QemuContext,
  id: string,
  client: QmpClient,
): Promise<Buffer> {
  const { screenshot } = context.paths.server(id);
  try {
    await context.confinement.createFile(screenshot);
    await client.execute('screendump', { filename: screenshot, format: 'png' });
    return await readFile(screenshot);
  } catch (error) {
    throw asEngineError('Taking a picture of the screen', error);
  } finally {
    await rm(screenshot, { force: true });
  }
}
