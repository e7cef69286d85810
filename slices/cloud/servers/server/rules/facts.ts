import type { EngineName } from '../../../../../drivers/compute/port.ts';

export type CpuType = 'A' | 'B' | 'T' | 'D';
export type OsFamily = 'linux' | 'windows' | 'other';
export type Power = 'on' | 'off' | 'suspended';
/** creating: being created. live: exists. bin: terminated, can be restored. */
export type ServerState = 'creating' | 'live' | 'bin';
export type BillingMode = 'hourly' | 'monthly';

/**
 * Why a server needs attention. `crashed`: it stopped on its own. `lost`: its engine doesn't have
 * it.
 */
export interface Problem {
  kind: 'crashed' | 'lost';
  /** The engine's message, if any. */
  detail: string;
}

/** A server as used by rules and tasks. Memory is in MB, times follow the database clock. */
export interface Server {
  id: string;
  ownerId: string;
  siteId: string;
  datacenterId: string;
  name: string;
  hostname: string;
  state: ServerState;
  power: Power;
  powerSince: Date;
  problem: Problem | null;
  imageId: string | null;
  imageName: string;
  osFamily: OsFamily;
  os: string;
  loginUser: string | null;
  imagePriceItem: string | null;
  cpuType: CpuType;
  cores: number;
  ramMb: number;
  billingMode: BillingMode;
  trafficPackage: string | null;
  hasBackup: boolean;
  isManaged: boolean;
  tags: string[];
  sshKeys: string[];
  /**
   * True when the portal set a password. Null when the image determines it or it was not recorded.
   */
  hasPassword: boolean | null;
  description: string;
  notes: string;
  /** Null when the server is not locked. */
  lockedAt: Date | null;
  lockedBy: string | null;
  lockReason: string;
  isoImageId: string | null;
  bootsFrom: 'disk' | 'iso';
  clonedFrom: string | null;
  currentSnapshotId: string | null;
  hostId: string | null;
  createdAt: Date;
  binUntil: Date | null;
}

export interface Disk {
  id: string;
  /** 1 is the boot disk. */
  position: number;
  sizeGb: number;
}

/** The facts about a server's engine that its screens need. */
export interface EngineFacts {
  engine: EngineName;
  acceleration: 'kvm' | 'emulation' | 'none';
  isReady: boolean;
  /** Why the engine isn't ready, as reported by the engine. */
  problem?: string | null;
  consoles: readonly ('vnc' | 'serial')[];
  live: {
    addDisk: boolean;
    growDisk: boolean;
    removeDisk: boolean;
    addNic: boolean;
    removeNic: boolean;
    cores: boolean;
    ram: boolean;
    snapshotMemory: boolean;
  };
}
