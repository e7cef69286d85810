import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ComputeEngine, EngineError } from '../../../../../drivers/compute/port.ts';
import { SimulatedEngine } from '../../../../../drivers/compute/simulated.ts';
import type { Services } from '../../../../../server/platform/context.ts';
import { createLog } from '../../../../../server/platform/log.ts';
import { createEngines } from '../../../datacenters/server/index.ts';

/** The first bytes of image content that the engine rejects. */
export const rejectedContent = 'refuse';

/**
 * Adds a substitute for a real engine to the portal, next to the simulated one. Its state is stored
 * in the data folder.
 */
export function addFakeRealEngine(services: Services): ComputeEngine {
  const simulated = services.engines.get('simulated');
  const engine: ComputeEngine = Object.assign(
    new SimulatedEngine({
      dataDir: join(services.config.dataDir, 'real'),
    }) as unknown as ComputeEngine,
    { name: 'qemu' as const },
  );
  const importImage = engine.importImage.bind(engine);
  engine.importImage = async (image, options) => {
    if ((await readFile(image.path, 'utf8')).startsWith(rejectedContent))
      throw new EngineError('qemu', 'refused', 'This is no disk.');
    return await importImage(image, options);
  };
  services.config.engine = 'auto';
  services.engines = createEngines(services.config, createLog('silent'), {
    qemu: () => engine,
    simulated: () => simulated,
  });
  return engine;
}
