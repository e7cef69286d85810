import type { LocalizedText } from '../../../../../contract/languages.ts';
import { localize } from '../../texts/localize.ts';
import type { ImageKind } from '../store.ts';

/**
 * An image the portal can obtain. Changing an entry here changes it in every portal at its next
 * start.
 */
export interface CatalogEntry {
  /** Never changes, because prices and servers refer to it. */
  code: string;
  kind: ImageKind;
  name: string;
  version: string;
  osFamily: 'linux' | 'windows' | 'other';
  os: string;
  description: LocalizedText;
  /**
   * `build`: built on this machine, see `builders.ts`. `digestAddress` is the URL of the vendor's
   * checksum file.
   */
  source: { kind: 'build' } | { kind: 'fetch'; address: string; digestAddress: string | null };
  format: 'qcow2' | 'raw';
  minDiskGb: number;
  minRamMb: number;
  loginUser: string;
  supportsCloudInit: boolean;
}

const cloudImage: LocalizedText = localize('cloudImage');

type Vendor = Pick<
  CatalogEntry,
  'code' | 'name' | 'version' | 'minDiskGb' | 'minRamMb' | 'loginUser'
> & {
  os: string;
  /** Folder that contains both files, with a trailing slash. */
  folder: string;
  file: string;
  checksums: string;
};

const vendorImage = ({ folder, file, checksums, ...entry }: Vendor): CatalogEntry => ({
  ...entry,
  kind: 'os',
  osFamily: 'linux',
  description: cloudImage,
  source: { kind: 'fetch', address: `${folder}${file}`, digestAddress: `${folder}${checksums}` },
  format: 'qcow2',
  supportsCloudInit: true,
});

export const catalog: readonly CatalogEntry[] = [
  {
    code: 'debian',
    kind: 'os',
    name: 'Debian',
    version: '12 (built here)',
    osFamily: 'linux',
    os: 'Debian GNU/Linux 12',
    description: localize('catalogue.description.builtMachineFromDebian'),
    source: { kind: 'build' },
    format: 'qcow2',
    minDiskGb: 5,
    minRamMb: 512,
    loginUser: 'debian',
    supportsCloudInit: true,
  },
  {
    code: 'tiny',
    kind: 'os',
    name: 'Tiny',
    version: '1',
    osFamily: 'linux',
    os: 'Linux (busybox)',
    description: localize('catalogue.description.minimalGuestBusyboxDebian'),
    source: { kind: 'build' },
    format: 'qcow2',
    minDiskGb: 1,
    minRamMb: 128,
    loginUser: 'tiny',
    supportsCloudInit: true,
  },
  vendorImage({
    ...{ code: 'debian-13', name: 'Debian 13', version: '13', os: 'Debian GNU/Linux 13 (trixie)' },
    ...{ minDiskGb: 5, minRamMb: 512, loginUser: 'debian' },
    folder: 'https://cloud.debian.org/images/cloud/trixie/latest/',
    file: 'debian-13-genericcloud-amd64.qcow2',
    checksums: 'SHA512SUMS',
  }),
  vendorImage({
    ...{
      code: 'debian-12',
      name: 'Debian 12',
      version: '12',
      os: 'Debian GNU/Linux 12 (bookworm)',
    },
    ...{ minDiskGb: 5, minRamMb: 512, loginUser: 'debian' },
    folder: 'https://cloud.debian.org/images/cloud/bookworm/latest/',
    file: 'debian-12-genericcloud-amd64.qcow2',
    checksums: 'SHA512SUMS',
  }),
  vendorImage({
    ...{
      code: 'ubuntu-24.04',
      name: 'Ubuntu 24.04 LTS',
      version: '24.04',
      os: 'Ubuntu 24.04 LTS (Noble Numbat)',
    },
    ...{ minDiskGb: 5, minRamMb: 1024, loginUser: 'ubuntu' },
    folder: 'https://cloud-images.ubuntu.com/releases/noble/release/',
    file: 'ubuntu-24.04-server-cloudimg-amd64.img',
    checksums: 'SHA256SUMS',
  }),
  vendorImage({
    ...{
      code: 'ubuntu-22.04',
      name: 'Ubuntu 22.04 LTS',
      version: '22.04',
      os: 'Ubuntu 22.04 LTS (Jammy Jellyfish)',
    },
    ...{ minDiskGb: 5, minRamMb: 1024, loginUser: 'ubuntu' },
    folder: 'https://cloud-images.ubuntu.com/releases/jammy/release/',
    file: 'ubuntu-22.04-server-cloudimg-amd64.img',
    checksums: 'SHA256SUMS',
  }),
  vendorImage({
    ...{ code: 'rocky-9', name: 'Rocky Linux 9', version: '9', os: 'Rocky Linux 9' },
    ...{ minDiskGb: 10, minRamMb: 1024, loginUser: 'rocky' },
    folder: 'https://dl.rockylinux.org/pub/rocky/9/images/x86_64/',
    file: 'Rocky-9-GenericCloud-Base.latest.x86_64.qcow2',
    checksums: 'CHECKSUM',
  }),
  vendorImage({
    ...{ code: 'almalinux-9', name: 'AlmaLinux 9', version: '9', os: 'AlmaLinux 9' },
    ...{ minDiskGb: 10, minRamMb: 1024, loginUser: 'almalinux' },
    folder: 'https://repo.almalinux.org/almalinux/9/cloud/x86_64/images/',
    file: 'AlmaLinux-9-GenericCloud-latest.x86_64.qcow2',
    checksums: 'CHECKSUM',
  }),
  vendorImage({
    ...{ code: 'centos-stream-9', name: 'CentOS Stream 9', version: '9', os: 'CentOS Stream 9' },
    ...{ minDiskGb: 10, minRamMb: 1024, loginUser: 'cloud-user' },
    folder: 'https://cloud.centos.org/centos/9-stream/x86_64/images/',
    file: 'CentOS-Stream-GenericCloud-9-latest.x86_64.qcow2',
    checksums: 'CentOS-Stream-GenericCloud-9-latest.x86_64.qcow2.SHA256SUM',
  }),
  vendorImage({
    ...{ code: 'alpine-3.21', name: 'Alpine Linux', version: '3.21.2', os: 'Alpine Linux 3.21' },
    ...{ minDiskGb: 5, minRamMb: 256, loginUser: 'alpine' },
    folder: 'https://dl-cdn.alpinelinux.org/alpine/v3.21/releases/cloud/',
    file: 'nocloud_alpine-3.21.2-x86_64-bios-cloudinit-r0.qcow2',
    checksums: 'nocloud_alpine-3.21.2-x86_64-bios-cloudinit-r0.qcow2.sha512',
  }),
  vendorImage({
    ...{ code: 'arch', name: 'Arch Linux', version: 'rolling', os: 'Arch Linux' },
    ...{ minDiskGb: 5, minRamMb: 512, loginUser: 'arch' },
    folder: 'https://geo.mirror.pkgbuild.com/images/latest/',
    file: 'Arch-Linux-x86_64-cloudimg.qcow2',
    checksums: 'Arch-Linux-x86_64-cloudimg.qcow2.SHA256',
  }),
];
