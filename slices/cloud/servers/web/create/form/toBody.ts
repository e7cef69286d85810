import type { Calls } from '../../../../../../web/client.ts';
import type { ServerForm } from './form.ts';

export type CreateBody = Calls['createServers']['in']['body'];
export type PriceBody = Calls['priceServers']['in']['body'];

/** Lines of text without the empty ones. */
const lines = (typed: string): string[] =>
  typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Each once, in the order they were typed. */
export const tagsOf = (typed: string): string[] => [
  ...new Set(
    typed
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  ),
];

/**
 * The keys that will be put in: those ticked, then those typed. The server's `sshKeys.<n>` counts
 * in this order.
 */
export const keysOf = (form: Pick<ServerForm, 'knownKeys' | 'newKeys'>): string[] => [
  ...new Set([...form.knownKeys, ...lines(form.newKeys)]),
];

/**
 * What the price depends on. An image that isn't ready is left out, so that the price can still be
 * shown.
 */
export function toPriceBody(form: ServerForm, isImageReady = true): PriceBody {
  return {
    datacenterId: form.datacenterId,
    ...(form.cloneOf !== null && form.snapshotId !== null ? { snapshotId: form.snapshotId } : {}),
    ...(form.cloneOf !== null
      ? { cloneOf: form.cloneOf }
      : form.imageId !== null && isImageReady
        ? { imageId: form.imageId }
        : {}),
    cpuType: form.cpuType,
    cores: form.cores,
    ramMb: form.ramMb,
    disks: form.disks.map((sizeGb) => ({ sizeGb })),
    nics: form.nics.map((networkId, place) => {
      const address = (form.nicAddresses[place] ?? '').trim();
      return { networkId, ...(address === '' ? {} : { address }) };
    }),
    billingMode: form.billingMode,
    ...(form.trafficPackage !== '' ? { trafficPackage: form.trafficPackage } : {}),
    ...(form.hasBackup ? { backup: true } : {}),
    ...(form.isManaged ? { managed: true } : {}),
    ...(form.quantity > 1 ? { quantity: form.quantity } : {}),
  };
}

/**
 * The call that makes what the form says. What was left empty is left out, so that the portal's own
 * rule holds.
 */
export function toBody(form: ServerForm): CreateBody {
  const keys = keysOf(form);
  const tags = tagsOf(form.tags);
  return {
    ...toPriceBody(form),
    name: form.name.trim(),
    ...(form.usesPassword && form.password !== '' ? { password: form.password } : {}),
    ...(keys.length > 0 ? { sshKeys: keys } : {}),
    ...(form.userData.trim() !== '' ? { userData: form.userData } : {}),
    ...(tags.length > 0 ? { tags } : {}),
    ...(form.policies.length > 0 ? { policies: [...form.policies] } : {}),
    ...(form.app
      ? { app: { packageId: form.app.packageId, parameters: { ...form.app.parameters } } }
      : {}),
  };
}
