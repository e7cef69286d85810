import type { Calls } from '../../../../../../web/client.ts';
import type { ServerForm } from './form.ts';

export type CreateBody = Calls['createServers']['in']['body'];
export type PriceBody = Calls['priceServers']['in']['body'];

/** The non-empty lines of a text. */
const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The tags without duplicates, in the order of entry. */
export const tagsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  ),
];

/**
 * The keys to install: selected ones first, then entered ones. The index in the server's
 * `sshKeys.<n>` error keys follows this order.
 */
export const keysOf = (form: Pick<ServerForm, 'knownKeys' | 'newKeys'>): string[] => [
  ...new Set([...form.knownKeys, ...lines(form.newKeys)]),
];

/**
 * The part of the form that determines the price. An image that isn't ready is omitted, so that the
 * price can still be shown.
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
    nics: form.nics.map((networkId, position) => {
      const address = (form.nicAddresses[position] ?? '').trim();
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
 * The body of the create request. Empty fields are omitted, so that the portal's defaults apply.
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
