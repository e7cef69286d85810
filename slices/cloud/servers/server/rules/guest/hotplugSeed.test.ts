import { describe, expect, it } from 'vitest';
import { hotplugConfig } from './hotplugSeed.ts';

describe('the guest’s hotplug rules', () => {
  it('are one rule for CPUs and one for memory, in a single command line', () => {
    const [command = ''] = hotplugConfig('linux', [null]).bootcmd ?? [];
    const encoded = /echo (\S+) \|/.exec(command)?.[1] ?? '';
    const rules = Buffer.from(encoded, 'base64').toString();
    expect(rules).toMatch(
      /^SUBSYSTEM=="cpu", .*ATTR\{online\}="1"\nSUBSYSTEM=="memory", .*ATTR\{state\}="online"\n$/,
    );
    expect(command).not.toContain('\n');
  });

  it('are omitted for systems other than Linux and when the customer supplies startup commands', () => {
    expect(hotplugConfig('windows', [null])).toEqual({});
    expect(hotplugConfig('linux', ['#cloud-config\nbootcmd:\n  - echo mine\n'])).toEqual({});
    expect(
      hotplugConfig('linux', ['#cloud-config\nruncmd:\n  - echo bootcmd: no\n']),
    ).toHaveProperty('bootcmd');
  });
});
