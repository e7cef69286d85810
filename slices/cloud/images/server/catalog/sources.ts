import type { ImageConverter } from '../../../../../drivers/diskimage/port.ts';
import type { Context, SignedInContext } from '../../../../../server/platform/context.ts';
import { defineHook } from '../../../../../server/platform/hooks.ts';

/** A disk used as the source of an image, locked until the call ends. */
export interface UsedDisk {
  serverId: string;
  serverName: string;
  ownerId: string;
  siteId: string;
  datacenterId: string;
  diskId: string;
  sizeGb: number;
  /** The image the server was created from. Null if the image no longer exists. */
  imageId: string | null;
  osFamily: 'linux' | 'windows' | 'other';
  os: string;
  loginUser: string | null;
  /** Queue resource that makes the server's tasks run one after another. */
  resource: string;
}

/**
 * Selects a server's boot disk in its current state, unless another disk or a snapshot that
 * contains it is given.
 */
export interface DiskSelection {
  serverId: string;
  diskId?: string | undefined;
  snapshotId?: string | undefined;
}

/** The server data this slice needs. Servers depend on images, not the other way around. */
export interface DiskSource {
  /** Throws `notFound` for a disk that isn't visible to the actor. */
  look(
    ctx: SignedInContext,
    wanted: DiskSelection,
  ): Promise<Pick<UsedDisk, 'ownerId' | 'siteId' | 'sizeGb'>>;
  /**
   * Throws `notFound`, `rightMissing`, `serverBusy`, `serverWrongState`, and anything else that
   * prevents copying the disk now.
   */
  hold(ctx: SignedInContext, wanted: DiskSelection): Promise<UsedDisk>;
  /** Returns the names of those servers that are visible to the actor. */
  names(ctx: Context, serverIds: readonly string[]): Promise<string[]>;
}

declare module '../../../../../server/platform/context.ts' {
  interface Ports {
    /** Converts images uploaded by customers. */
    imageConverter: ImageConverter;
  }
}

/** Implemented by the slice whose disks become images. */
export const imageDisks = defineHook<DiskSource>('images.disks');
