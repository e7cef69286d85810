import type { Reason } from '../../../../../contract/errors/errors.ts';
import { eachLanguage } from '../../../../../contract/languages.ts';
import type { DatacenterLimits } from '../../../datacenters/server/index.ts';
import { localize } from '../../texts/localize.ts';
import type { CpuType } from './facts.ts';

export interface Size {
  cpuType: CpuType;
  cores: number;
  ramMb: number;
}

const shortList = (values: readonly number[], unit: string): string => {
  const displayedValues =
    values.length > 12 ? [...values.slice(0, 11), '…', values.at(-1)] : values;
  return `${displayedValues.join(', ')}${unit}`;
};

const problems = {
  type: localize('problems.type'),
  cores: localize('problems.cores'),
  ram: localize('problems.ram'),
  disk: localize('problems.disk'),
  osDisk: localize('problems.osDisk'),
  disks: localize('problems.disks'),
} as const;

function unavailable(
  problem: keyof typeof problems,
  value: string | number,
  available: string | number,
  key: string,
): Reason {
  const message = eachLanguage((language) =>
    problems[problem][language]
      .replace('{given}', String(value))
      .replace('{offered}', String(available)),
  );
  return { name: 'serverSizeUnavailable', values: { problem: message }, key };
}

/** Errors for the parts of a size that the datacenter doesn't offer. */
export function sizeReasons(size: Size, limits: DatacenterLimits): Reason[] {
  const reasons: Reason[] = [];
  const cpuType = limits.cpuTypes.find(({ type }) => type === size.cpuType);
  if (!cpuType) {
    const types = limits.cpuTypes.map(({ type }) => type).join(', ');
    reasons.push(unavailable('type', size.cpuType, types, 'cpuType'));
  } else if (!cpuType.cores.includes(size.cores))
    reasons.push(unavailable('cores', size.cores, shortList(cpuType.cores, ''), 'cores'));
  if (!limits.ramMb.includes(size.ramMb))
    reasons.push(unavailable('ram', size.ramMb, shortList(limits.ramMb, ' MB'), 'ramMb'));
  return reasons;
}

/** The problem with a disk size. `key` is the field name. */
export function diskReason(
  sizeGb: number,
  isBoot: boolean,
  limits: DatacenterLimits,
  key: string,
): Reason | null {
  if (isBoot && sizeGb > limits.osDiskMaxGb)
    return unavailable('osDisk', sizeGb, limits.osDiskMaxGb, key);
  if (!limits.diskGb.includes(sizeGb))
    return unavailable('disk', sizeGb, shortList(limits.diskGb, ' GB'), key);
  return null;
}

/** Errors for the disks of a new server that the datacenter doesn't offer. */
export function diskReasons(sizesGb: readonly number[], limits: DatacenterLimits): Reason[] {
  const reasons = sizesGb.map((sizeGb, index) =>
    diskReason(sizeGb, index === 0, limits, `disks.${index}.sizeGb`),
  );
  const found = reasons.filter((reason) => reason !== null);
  if (sizesGb.length > limits.disksMax)
    found.push(unavailable('disks', sizesGb.length, limits.disksMax, 'disks'));
  return found;
}

export function tooManyDisks(limits: DatacenterLimits, count: number): Reason | null {
  return count > limits.disksMax ? unavailable('disks', count, limits.disksMax, 'sizeGb') : null;
}
