import { describe, expect, it } from 'vitest';
import { daemonCommand, foregroundCommand, type Means } from './command.ts';

const root: Means = {
  account: { name: 'cloudberth-qemu', uid: 994, gid: 995 },
  namespaces: 'root',
  dropsCapabilities: true,
  programFolders: [
    { name: 'usr', link: null },
    { name: 'bin', link: 'usr/bin' },
  ],
  devices: [
    { device: 'kvm', access: { group: 108 } },
    { device: 'net/tun', access: 'root' },
  ],
  files: [],
  rootFolder: '/data/.confined',
};
const confinement = { network: 'none' as const, mountTable: '/data/mounts', files: { writable: ["/data/it's"] } };

describe('the command that confines a program', () => {
  it('as root enters namespaces, becomes the account and gives up all capabilities', () => {
    const line = foregroundCommand(root, confinement, ['qemu-img', 'info']).join(' ');
    expect(line).toMatch(/^setpriv --pdeathsig KILL unshare --mount --ipc --uts --net --pid --fork --kill-child sh -c /);
    expect(line).toContain('--reuid=994 --regid=995 --clear-groups --no-new-privs --bounding-set=-all');
    expect(line).toContain("'data/it'\\''s'");
    expect(line).toMatch(/exec chroot \. "\$@" confined setpriv .* qemu-img info$/);
  });

  it('as an ordinary user enters a user namespace and changes no user', () => {
    const line = foregroundCommand({ ...root, account: null, namespaces: 'user' }, confinement, ['true']).join(' ');
    expect(line).toContain('unshare --user --map-root-user --mount');
    expect(line).toContain('--bounding-set=-all');
    expect(line).not.toContain('--reuid');
  });

  it('without namespaces mounts nothing, and still changes the user and limits the program', () => {
    const line = foregroundCommand({ ...root, namespaces: null }, { ...confinement, limits: ['--as=1'] }, ['true']).join(' ');
    expect(line).not.toMatch(/unshare|mount|chroot/);
    expect(line).toMatch(/setpriv --reuid=994 .* prlimit --as=1 true$/);
  });

  it('without root and namespaces only rules out new rights', () => {
    const means = { ...root, account: null, namespaces: null, dropsCapabilities: false };
    expect(daemonCommand(means, confinement, ['true'], '/data/pid').slice(-3)).toEqual(['setpriv', '--no-new-privs', 'true']);
  });

  it('adds the group of a device it is given, and no other', () => {
    const line = daemonCommand(root, { ...confinement, devices: ['kvm'] }, ['true'], '/data/pid').join(' ');
    expect(line).toContain('--groups=108');
    expect(line).not.toContain('mknod');
  });
});
