import { describe, expect, it } from 'vitest';
import { offObstacle } from './growth.ts';

describe('a running server that asks for more memory', () => {
  const server = { power: 'on' as const, cores: 1, ramMb: 256 };

  it('is told the step that works when its engine left no room for any', () => {
    const obstacle = offObstacle(server, { cores: 1, ramMb: 512 }, { cores: 8, ramMb: 256 });
    expect(obstacle?.en).toBe('Its memory cannot grow while it runs. Turn it off, change it to 512 MB, and turn it on again.');
    expect(obstacle?.he).toContain('512 MB');
  });

  it('is told how far it can grow when it asked for more than that', () => {
    expect(offObstacle(server, { cores: 1, ramMb: 2048 }, { cores: 8, ramMb: 1024 })?.en).toContain('can grow to 1024 MB');
  });

  it('gets it where there is room, and while it is off', () => {
    expect(offObstacle(server, { cores: 1, ramMb: 512 }, { cores: 8, ramMb: 1024 })).toBeNull();
    expect(offObstacle({ ...server, power: 'off' }, { cores: 1, ramMb: 512 }, null)).toBeNull();
  });
});
