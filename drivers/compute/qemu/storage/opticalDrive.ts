import type { ServerState } from '../state.ts';

/** QEMU's names for the drive and its medium. */
export const drive = 'cd';
export const medium = 'medium';

export const mediumNode = (path: string) => ({
  ...{ driver: 'raw', 'node-name': medium, 'read-only': true },
  file: { driver: 'file', filename: path, 'read-only': true },
});

/**
 * Every server has a CD drive, usually empty, so that a CD can be inserted while it runs. Firmware
 * and every installer can boot from an AHCI drive.
 */
export function opticalArguments(
  state: Pick<ServerState, 'iso' | 'bootFrom'>,
  isoPath: (imageId: string) => string,
): string[] {
  const bootindex = state.bootFrom === 'iso' ? 0 : 2;
  return [
    ...device({ driver: 'ich9-ahci', id: 'optical', bus: 'pcie.0', addr: '0xf' }),
    ...(state.iso ? ['-blockdev', JSON.stringify(mediumNode(isoPath(state.iso)))] : []),
    ...device({
      driver: 'ide-cd',
      id: drive,
      bus: 'optical.0',
      bootindex,
      ...(state.iso && { drive: medium }),
    }),
  ];
}

const device = (options: Record<string, unknown>) => ['-device', JSON.stringify(options)];
