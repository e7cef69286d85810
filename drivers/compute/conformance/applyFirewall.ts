import { expect, it } from 'vitest';
import type { FirewallPolicy } from '../port.ts';
import { type Bench, expectUserError } from './harness.ts';

const onlySsh: FirewallPolicy = {
  in: 'drop',
  out: 'accept',
  rules: [
    {
      id: 'ssh',
      direction: 'in',
      protocol: 'tcp',
      ports: [[22, 22]],
      remotes: ['192.0.2.0/24', '2001:db8::/32'],
      action: 'accept',
    },
  ],
};

/** Rules of `applyFirewall`, for every engine. */
export function applyFirewallConformance(bench: () => Bench): void {
  it('accepts firewall rules for a server that is off or on, and reports how they are enforced', async () => {
    const { engine, made } = bench();
    const { id, nics } = await made();
    const nicId = nics[0]?.id ?? '';
    for (const policy of [onlySsh, onlySsh, null]) {
      await engine.applyFirewall(id, nicId, policy);
      if ((await engine.inspect(id))?.power === 'off') await engine.start(id);
      const { enforcement } = await engine.applyFirewall(id, nicId, policy);
      expect((await engine.inspect(id))?.nics[0]?.firewallEnforcement).toBe(enforcement);
    }
    await engine.destroy(id);
  });

  it.each<[string, Partial<FirewallPolicy['rules'][number]>]>([
    ['ports of ICMP', { protocol: 'icmp', ports: [[22, 22]] }],
    ['a port that is none', { ports: [[0, 22]] }],
    ['a range that ends before it begins', { ports: [[23, 22]] }],
    ['an address range that is none', { remotes: ['192.0.2.0/33'] }],
    ['words in place of an address', { remotes: ['any; flush ruleset'] }],
  ])('rejects firewall rules with %s', async (_name, changes) => {
    const { engine, made } = bench();
    const { id, nics } = await made();
    const rules = onlySsh.rules.map((rule) => ({ ...rule, ...changes }));
    await expectUserError(
      engine.applyFirewall(id, nics[0]?.id ?? '', { ...onlySsh, rules }),
      'refused',
    );
    await engine.destroy(id);
  });

  it("rejects firewall rules for a network interface that doesn't exist", async () => {
    const { engine, made, newId } = bench();
    const { id } = await made();
    await expectUserError(engine.applyFirewall(id, newId(), onlySsh), 'notFound');
    await engine.destroy(id);
  });
}
