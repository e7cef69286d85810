import { describe, expect, it } from 'vitest';
import { type ActionFacts, obstacleTo } from './actions.ts';
import type { Power } from './facts.ts';
import {
  actionOf,
  isAlreadyInState,
  type PowerCommand,
  powerAfter,
  requiredPowerFor,
  verbOf,
} from './power.ts';

const powers: Power[] = ['on', 'off', 'suspended'];
const commands: PowerCommand[] = ['on', 'off', 'suspended', 'resumed', 'reboot'];
const facts = (power: Power): ActionFacts => ({
  ...{ state: 'live', power, problem: null, lock: null, cmdId: null },
  engine: {
    engine: 'simulated',
    acceleration: 'none',
    isReady: true,
    consoles: ['vnc'],
    live: {},
  } as unknown as ActionFacts['engine'],
});

describe('a power command', () => {
  it.each([
    ['on', 'on', 'is so already'],
    ['on', 'off', 'start → on'],
    ['on', 'suspended', 'resume → on'],
    ['off', 'on', 'stop → off'],
    ['off', 'off', 'is so already'],
    ['off', 'suspended', 'stop → off'],
    ['suspended', 'on', 'suspend → suspended'],
    ['suspended', 'off', 'suspend is refused'],
    ['suspended', 'suspended', 'is so already'],
    ['resumed', 'on', 'is so already'],
    ['resumed', 'off', 'resume is refused'],
    ['resumed', 'suspended', 'resume → on'],
    ['reboot', 'on', 'reboot → on'],
    ['reboot', 'off', 'reboot is refused'],
    ['reboot', 'suspended', 'reboot is refused'],
  ] as const)('%s for a server that is %s: %s', (command, power, expected) => {
    const verb = verbOf(command, power);
    const expectedOutcome = obstacleTo(actionOf[verb], facts(power))
      ? `${verb} is refused`
      : `${verb} → ${powerAfter[verb]}`;
    expect(isAlreadyInState(command, power) ? 'is so already' : expectedOutcome).toBe(expected);
  });

  it('is allowed by the rules of its action exactly in the required power states', () => {
    for (const command of commands)
      for (const power of powers) {
        const verb = verbOf(command, power);
        expect([verb, power, obstacleTo(actionOf[verb], facts(power)) === null]).toEqual([
          verb,
          power,
          requiredPowerFor[verb].includes(power),
        ]);
      }
  });
});
