import type { ImageConverter } from '../../../../../drivers/diskimage/port.ts';
import type { Context, SignedInContext } from '../../../../../server/platform/context.ts';
import { defineHook } from '../../../../../server/platform/hooks.ts';

/** A disk used as the source of an image, locked until the call ends. */
export interface HeldDisk {
  serverId: string;
  serverName: string;
  ownerId: string;
  siteId: string;
  datacenterId: string;
  diskId: string;
  sizeGb: number;
  /** The image the server was made from; null when it is gone. */
  imageId: string | null;
  osFamily: 'linux' | 'windows' | 'other';
  os: string;
  loginUser: string | null;
  /** Tasks of the server run one after the other. */
  resource: string;
}

/**
 * The disk a server starts from, as it is now, unless another is named or a snapshot that holds it.
 */
export interface WantedDisk {
  serverId: string;
  diskId?: string | undefined;
  snapshotId?: string | undefined;
}

/** What this slice needs of servers, which know images and not vice versa. */
export interface DiskSource {
  /** Throws `notFound` for a disk the actor does not reach. */
  look(
    ctx: SignedInContext,
    wanted: WantedDisk,
  ): Promise<Pick<HeldDisk, 'ownerId' | 'siteId' | 'sizeGb'>>;
  /**
   * Throws `notFound`, `rightMissing`, `serverBusy`, `serverWrongState`, and anything else that
   * prevents copying the disk now.
   */
  hold(ctx: SignedInContext, wanted: WantedDisk): Promise<HeldDisk>;
  /** Names of those servers that the actor sees. */
  names(ctx: Context, serverIds: readonly string[]): Promise<string[]>;
}

declare module '../../../../../server/platform/context.ts' {
  interface Ports {
    /** Reads images uploaded by customers. */
    imageConverter: ImageConverter;
  }
}

/** Given by the slice whose disks become images. */
export const imageDisks = defineHook<DiskSource>('images.disks');
