import { UserError } from './output.ts';
import { installPackages, systemPackages } from './packages.ts';
import { runImage } from './scripts.ts';

/** `image build <code>` and `image list`: the catalog's images. */
export async function image(args: readonly string[]): Promise<number> {
  const [verb, ...rest] = args;
  if (!(verb === 'list' && rest.length === 0) && !(verb === 'build' && rest.length === 1))
    throw new UserError('Usage: image build <code>, or image list');
  if (verb === 'build')
    await installPackages([...systemPackages.virtualMachines, ...systemPackages.guestBuilding]);
  return runImage(args);
}
