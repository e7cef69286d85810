import { readFile } from 'node:fs/promises';
import type { ServerSpec } from '../port.ts';
import { QemuEngine } from '../qemu/engine.ts';
import type { QemuEngineOptions } from '../qemu/options.ts';

/**
 * A process that creates and starts one server, to be killed in the middle. Its argument is the
 * path of a JSON file with this content.
 */
export interface StartingPortal {
  options: QemuEngineOptions;
  spec: ServerSpec;
}

const { options, spec } = JSON.parse(
  await readFile(process.argv[2] ?? '', 'utf8'),
) as StartingPortal;
const engine = new QemuEngine(options);
await engine.create(spec);
await engine.start(spec.id);
await engine.close();
