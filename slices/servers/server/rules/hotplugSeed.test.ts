import { describe, expect, it } from 'vitest';
import { hotplugConfig } from './hotplugSeed.ts';

describe('what a guest is told about things plugged in while it runs', () => {
  it('is a rule for processors and one for memory, written in one line', () => {
    const [command = ''] = hotplugConfig('linux', [null]).bootcmd ?? [];
    const encoded = /echo (\S+) \|/.exec(command)?.[1] ?? '';
    const written = Buffer.from(encoded, 'base64').toString();
    expect(written).toMatch(/^SUBSYSTEM=="cpu", .*ATTR\{online\}="1"\nSUBSYSTEM=="memory", .*ATTR\{state\}="online"\n$/);
    expect(command).not.toContain('\n');
  });

  it('is left out for systems that are no Linux, and where the customer says himself what is run at the start', () => {
    expect(hotplugConfig('windows', [null])).toEqual({});
    expect(hotplugConfig('linux', ['#cloud-config\nbootcmd:\n  - echo mine\n'])).toEqual({});
    expect(hotplugConfig('linux', ['#cloud-config\nruncmd:\n  - echo bootcmd: no\n'])).toHaveProperty('bootcmd');
  });
});
