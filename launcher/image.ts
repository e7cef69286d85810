import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { installPackages, systemPackages } from './packages.ts';
import { dataFolder } from './project.ts';
import { duration, print, Refusal, say } from './say.ts';

type BuildGuest = (outDir: string, log: (line: string) => void) => Promise<unknown>;

/** The guests that are made here, each from Debian packages. */
const builders: Record<string, () => Promise<BuildGuest>> = {
  tiny: async () => (await import('../drivers/compute/guests/build-tiny.ts')).buildTinyGuest,
};

/** `image build <name>` and `image list`; the guests lie in the folder `guests` of the data folder. */
export async function image([verb, name, ...others]: readonly string[]): Promise<number> {
  if (verb === 'list' && name === undefined) return listGuests();
  if (verb !== 'build' || name === undefined || others.length > 0) throw new Refusal('image takes: image build <name>, or image list');
  const builder = builders[name];
  if (!builder) throw new Refusal(`There is no guest "${name}" to build. There are: ${Object.keys(builders).join(', ')}.`);
  await installPackages(systemPackages.guestBuilding);
  const started = performance.now();
  await (await builder())(join(guestsFolder(), name), say);
  say(`built in ${duration(performance.now() - started)}`);
  return 0;
}

async function listGuests(): Promise<number> {
  const names = await readdir(guestsFolder()).catch(() => []);
  if (names.length === 0) print(`No guest is built in ${guestsFolder()}. Build one: ./cloudberth image build ${Object.keys(builders)[0]}`);
  for (const name of names.sort()) {
    const folder = join(guestsFolder(), name);
    const sizes = await Promise.all((await readdir(folder)).map(async (file) => (await stat(join(folder, file))).size));
    print(`${name}  ${(sizes.reduce((sum, size) => sum + size, 0) / 1e6).toFixed(1)} MB  ${folder}`);
  }
  return 0;
}

function guestsFolder(): string {
  return join(dataFolder(), 'guests');
}
