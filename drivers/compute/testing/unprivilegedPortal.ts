import { readFile } from 'node:fs/promises';
import type { ImageFile, ServerSpec } from '../port.ts';
import { QemuEngine } from '../qemu/engine.ts';
import { DataPaths } from '../qemu/process/paths.ts';
import { findProcess } from '../qemu/process/process.ts';

/**
 * A process that starts a server as the current user, prints QEMU's status and the protections, and
 * deletes the server.
 */
export interface UnprivilegedPortal {
  dataDir: string;
  image: ImageFile;
  spec: ServerSpec;
}

const { dataDir, image, spec } = JSON.parse(
  await readFile(process.argv[2] ?? '', 'utf8'),
) as UnprivilegedPortal;
const engine = new QemuEngine({ dataDir });
await engine.importImage(image);
await engine.create(spec);
await engine.start(spec.id);
const pid = await findProcess(new DataPaths(dataDir).server(spec.id));
const status = await readFile(`/proc/${pid}/status`, 'utf8');
const limits = await readFile(`/proc/${pid}/limits`, 'utf8');
const { protections } = await engine.capabilities();
const { power } = (await engine.inspect(spec.id)) ?? {};
process.stdout.write(JSON.stringify({ power, status, limits, protections }));
await engine.destroy(spec.id);
await engine.close();
